import { requestOrigin } from "@/app/service-origin";
import { changelogFeed } from "@/lib/docs/changelog/feed";

export async function GET(): Promise<Response> {
  return new Response(JSON.stringify(changelogFeed(await requestOrigin())), {
    headers: {
      "Content-Type": "application/feed+json",
      "Cache-Control": "no-cache",
      "Access-Control-Allow-Origin": "*",
    },
  });
}
