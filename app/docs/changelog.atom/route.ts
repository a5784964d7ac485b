import { openFile } from "@/app/public-file";
import { requestOrigin } from "@/app/service-origin";
import { changelogAtom } from "@/lib/docs/changelog/feed";

export async function GET(): Promise<Response> {
  return openFile(changelogAtom(await requestOrigin()), "application/atom+xml; charset=utf-8");
}
