import { respondWithFile } from "@/app/public-file";
import { requestOrigin } from "@/app/service-origin";
import { changelogFeed } from "@/lib/docs/changelog/feed";

export async function GET(): Promise<Response> {
  return respondWithFile(JSON.stringify(changelogFeed(await requestOrigin())), "application/feed+json");
}
