import { readDocs } from "@/app/docs/read";
import { plainText } from "@/app/public-file";
import { llmsText } from "@/lib/docs/guides/llms";

export async function GET(): Promise<Response> {
  return plainText(llmsText(await readDocs()));
}
