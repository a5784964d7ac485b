/** The variable in which our examples look for the key. */
export const secretVariable = "THEATRE_LISTINGS_KEY";

/** A first call in four languages: one that takes the key from the environment, and says how much is left. */
export function snippetsFor(origin: string) {
  const url = `${origin}/api/shows`;
  return [
    { value: "curl", face: "curl", text: `curl -i -H "Authorization: Bearer $${secretVariable}" ${url}` },
    { value: "javascript", face: "JavaScript", text: javascript(url) },
    { value: "python", face: "Python", text: python(url) },
    { value: "php", face: "PHP", text: php(url) },
  ] as const;
}

export type Language = ReturnType<typeof snippetsFor>[number]["value"];

function javascript(url: string): string {
  return `const response = await fetch("${url}", {
  headers: { Authorization: \`Bearer \${process.env.${secretVariable}}\` },
});
if (!response.ok) throw new Error((await response.json()).error);
const shows = await response.json();
console.log(shows.length, "shows;", response.headers.get("X-RateLimit-Remaining"), "requests left today");`;
}

function python(url: string): string {
  return `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    headers={"Authorization": "Bearer " + os.environ["${secretVariable}"]},
)
with urllib.request.urlopen(request) as response:
    shows = json.load(response)
    print(len(shows), "shows;", response.headers["X-RateLimit-Remaining"], "requests left today")`;
}

function php(url: string): string {
  return `<?php
$context = stream_context_create([
    "http" => ["header" => "Authorization: Bearer " . getenv("${secretVariable}")],
]);
$shows = json_decode(file_get_contents("${url}", false, $context), true);
echo count($shows), " shows\\n", implode("\\n", $http_response_header), "\\n";`;
}
