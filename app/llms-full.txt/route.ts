import { readDocs } from "@/app/docs/read";
import { respondWithText } from "@/app/public-file";
import { llmsFullText } from "@/lib/docs/guides/llms";

export async function GET(): Promise<Response> {
  return respondWithText(llmsFullText(await readDocs()));
}
