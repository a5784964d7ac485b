import "server-only";
// Written for next 16.4.6, which it reaches into: check it with each other version.
import { createHash } from "node:crypto";
import { contentSecurityPolicy } from "./pages/page-headers.ts";
import type { RenderedPage } from "./rendered-page.ts";

const script = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const preloadedScript = /<link\b[^>]*\brel="(?:module)?preload"[^>]*\bas="script"[^>]*>/g;
/** The statuses of pages that Next renders whole. */
const whole: ReadonlySet<number> = new Set([200, 400, 404]);

/**
 * A public page without the scripts and the data with which React would take it over. It keeps its own script, which the
 * policy then allows by its hash, and nothing in it depends on the response, so that all readers get the same bytes;
 * the page of an unknown address shows the id of its response.
 */
export function withoutReact(page: RenderedPage, isSecure: boolean): RenderedPage {
  // Next's scripts complete what it could not render whole.
  if (!whole.has(page.status) || page.bytes.includes('id="__next_error__"')) return page;
  const { nonce } = page.placeholders;
  if (!/^text\/html/.test(String(page.headers["content-type"]))) return page;
  const hashes: string[] = [];
  const html = page.bytes
    .toString()
    .replace(preloadedScript, "")
    .replace(script, (all, attributes: string, text: string) => {
      if (attributes.includes('type="application/ld+json"')) return all;
      if (!attributes.includes("data-page-script")) return "";
      hashes.push(createHash("sha256").update(text).digest("base64"));
      return all;
    })
    .replaceAll(` nonce="${nonce}"`, "");
  const policy = contentSecurityPolicy({ nonce, isSecure, isDevelopment: false, hashes });
  return {
    ...page,
    bytes: Buffer.from(html),
    headers: { ...page.headers, "content-security-policy": policy },
  };
}
