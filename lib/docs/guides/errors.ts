import "server-only";
import type { Block, Guide, Section, Setting } from "./schema.ts";

export function errors(setting: Setting): Guide {
  const statuses = [...new Set(setting.failures.map(({ status }) => status))].sort((one, other) => one - other);
  return {
    slug: "errors",
    title: "Errors and what to do",
    summary: "What each refusal means, and the one thing to do about it.",
    sections: [shape(setting), handling(setting), ...statuses.map((status) => sectionOf(status, setting))],
  };
}

function shape({ origin }: Setting): Section {
  return {
    anchor: "shape",
    title: "What an error looks like",
    blocks: [
      {
        kind: "text",
        text: "Every error is a JSON object, also where no route was reached. `error` is for programs and stays as it is. `message`, where there is one, is for people and may be reworded.",
      },
      {
        kind: "example",
        example: {
          name: "An id that no show has",
          code: { curl: `curl -i ${origin}/api/shows/no-such-show` },
          output: `HTTP/1.1 404 Not Found
X-Request-Id: 7f1d3c52-52a3-4c39-9a0b-0e1de3a4f0c1

{"error":"Show not found"}`,
          prints: "Show not found",
        },
      },
      {
        kind: "text",
        text: "`X-Request-Id` names the request in the service’s log. Give it to whoever runs the service. Send your own (8 to 128 letters, digits, `_`, `.` and `-`) and it is used instead.",
      },
    ],
  };
}

function handling({ origin }: Setting): Section {
  return {
    anchor: "handling",
    title: "Handling them",
    blocks: [
      {
        kind: "text",
        text: "Try again only where it can help: after a 429 and a 503, when `Retry-After` says. Everything else that begins with 4 will be answered the same until you change the request.",
      },
      {
        kind: "example",
        example: {
          name: "A call that knows when to wait",
          code: {
            javascript: `async function call(path, triesLeft = 2) {
  const response = await fetch("${origin}/api" + path);
  if (response.ok) return response.json();
  const { error, message } = await response.json();
  const seconds = Number(response.headers.get("Retry-After"));
  // A spent day can be hours away: that is for a person to decide.
  if (triesLeft === 0 || !seconds || seconds > 60) throw new Error(\`\${error}. \${message ?? ""}\`);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return call(path, triesLeft - 1);
}

await call("/shows/no-such-show").catch(({ message }) => console.log(message));`,
            python: `import json, time, urllib.error, urllib.request

def call(path, tries_left=2):
    try:
        with urllib.request.urlopen("${origin}/api" + path) as response:
            return json.load(response)
    except urllib.error.HTTPError as refusal:
        seconds = int(refusal.headers.get("Retry-After", 0))
        # A spent day can be hours away: that is for a person to decide.
        if tries_left == 0 or not 0 < seconds <= 60:
            raise RuntimeError(json.load(refusal)["error"]) from None
        time.sleep(seconds)
        return call(path, tries_left - 1)

try:
    print(call("/shows/no-such-show"))
except RuntimeError as problem:
    print(problem)`,
          },
          prints: "Show not found",
        },
      },
    ],
  };
}

/** Straight from the reference, so that the two never say different things. */
function sectionOf(status: number, { failures }: Setting): Section {
  const met = failures.filter((failure) => failure.status === status);
  const table: Block = {
    kind: "table",
    head: ["`error`", "Why, and what to do"],
    rows: met.map(({ error, description }) => [`\`${error}\``, description]),
  };
  return { anchor: `status-${status}`, title: String(status), blocks: [table] };
}
