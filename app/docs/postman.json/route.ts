import { readDocs } from "@/app/docs/read";
import { postmanCollection } from "@/lib/docs/reference/postman";

export async function GET(): Promise<Response> {
  const { origin, reference } = await readDocs();
  return new Response(JSON.stringify(postmanCollection(origin, reference)), {
    headers: {
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="theatre-listings.postman_collection.json"',
      "Cache-Control": "no-cache",
      "Access-Control-Allow-Origin": "*",
    },
  });
}
