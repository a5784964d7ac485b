import { createHash } from "node:crypto";

const scriptsRemembered = 1000;

/**
 * `@upstash/ratelimit` marks its Lua scripts with a flag that only Upstash knows. A stock Redis gets them without the
 * flag, and so under another hash; callers keep using the original hash.
 */
export function flaglessScripts(): (command: string[]) => string[] {
  const rewritten = new Map<string, string>();

  function withoutFlag(script: string): string {
    const stock = script.replace(/^#!lua flags=(\S+)[^\n]*/, (_line, flags: string) => {
      const left = flags.split(",").filter((flag) => flag !== "allow-key-locking");
      return left.length > 0 ? `#!lua flags=${left.join(",")}` : "";
    });
    if (stock !== script) rewritten.set(sha1(script), sha1(stock));
    if (rewritten.size > scriptsRemembered) rewritten.clear();
    return stock;
  }

  return (command) => {
    const [name = "", first = "", ...rest] = command;
    if (/^eval(_ro)?$/i.test(name)) return [name, withoutFlag(first), ...rest];
    if (/^evalsha(_ro)?$/i.test(name)) return [name, rewritten.get(first.toLowerCase()) ?? first, ...rest];
    if (/^script$/i.test(name) && /^load$/i.test(first)) return [name, first, ...rest.map(withoutFlag)];
    return command;
  };
}

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
