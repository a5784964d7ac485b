import { readDocs } from "@/app/docs/read";
import { openFile } from "@/app/public-file";
import { postmanCollection } from "@/lib/docs/reference/postman";

export async function GET(): Promise<Response> {
  const { origin, reference } = await readDocs();
  const headers = { "Content-Disposition": 'attachment; filename="theatre-listings.postman_collection.json"' };
  return openFile(JSON.stringify(postmanCollection(origin, reference)), "application/json", headers);
}
