import { respondWithFile } from "@/app/public-file";
import { requestOrigin } from "@/app/service-origin";
import { changelogAtom } from "@/lib/docs/changelog/feed";

export async function GET(): Promise<Response> {
  return respondWithFile(changelogAtom(await requestOrigin()), "application/atom+xml; charset=utf-8");
}
