import { requestOrigin } from "@/app/service-origin";
import { changelogAtom } from "@/lib/docs/changelog/feed";

export async function GET(): Promise<Response> {
  return new Response(changelogAtom(await requestOrigin()), {
    headers: {
      "Content-Type": "application/atom+xml; charset=utf-8",
      "Cache-Control": "no-cache",
      "Access-Control-Allow-Origin": "*",
    },
  });
}
