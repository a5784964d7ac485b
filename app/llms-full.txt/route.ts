import { readDocs } from "@/app/docs/read";
import { plainText } from "@/app/plain-text";
import { wholeText } from "@/lib/docs/guides/llms";

export async function GET(): Promise<Response> {
  return plainText(wholeText(await readDocs()));
}
