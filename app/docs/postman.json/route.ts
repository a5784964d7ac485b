import { readDocs } from "@/app/docs/read";
import { respondWithFile } from "@/app/public-file";
import { postmanCollection } from "@/lib/docs/reference/reference";

export async function GET(): Promise<Response> {
  const { origin, reference } = await readDocs();
  const headers = { "Content-Disposition": 'attachment; filename="theatre-listings.postman_collection.json"' };
  return respondWithFile(JSON.stringify(postmanCollection(origin, reference)), "application/json", headers);
}
