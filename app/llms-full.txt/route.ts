import { readDocs } from "@/app/docs/read";
import { plainText } from "@/app/public-file";
import { llmsFullText } from "@/lib/docs/guides/llms";

export async function GET(): Promise<Response> {
  return plainText(llmsFullText(await readDocs()));
}
