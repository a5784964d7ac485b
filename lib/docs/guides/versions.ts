import "server-only";
import type { Guide, Setting } from "./schema.ts";

export function versions({ origin }: Setting): Guide {
  return {
    slug: "versions",
    title: "Versions and deprecation",
    summary: "There is one version. How to notice when it changes, and how not to mind.",
    sections: [
      {
        anchor: "today",
        title: "Where things stand",
        blocks: [
          {
            kind: "list",
            items: [
              "The path has no version in it: there is one API, the one you see.",
              "A list is complete. Pages may come to lists in a future version; at present there are none.",
              "There is no deprecation policy in writing yet. Until there is one, treat what this reference says as what holds today.",
            ],
          },
        ],
      },
      {
        anchor: "careful",
        title: "Programs that last",
        blocks: [
          {
            kind: "list",
            items: [
              "Decide by `error` and the status, never by `message`: that is for people and may be reworded.",
              "Send no query parameters that are not in the reference. They are ignored today, and may mean something later.",
              "Read your limit from `X-RateLimit-Limit`: whoever runs the service can set another.",
              "Expect records to come, change and go: the listings are kept by people.",
            ],
          },
        ],
      },
      {
        anchor: "watch",
        title: "Watching for changes",
        blocks: [
          {
            kind: "text",
            text: "The description of the API is an address like any other. Poll it for free with its `ETag`: a 200 says that something about the API, or a record it shows as an example, is new. `info.version` is the service’s version.",
          },
          {
            kind: "example",
            example: {
              name: "The version that is served",
              code: {
                curl: `curl -s ${origin}/api/openapi.json | grep -o '"version":"[^"]*"'`,
                javascript: `const { info } = await (await fetch("${origin}/api/openapi.json")).json();
console.log("version", info.version);`,
                python: `import json, urllib.request

with urllib.request.urlopen("${origin}/api/openapi.json") as response:
    print("version", json.load(response)["info"]["version"])`,
              },
              prints: 'version"?:?\\s*"?\\d+\\.\\d+\\.\\d+',
            },
          },
        ],
      },
    ],
  };
}
