import { frontSections, readDocs } from "@/app/docs/read";
import { docsEntries } from "@/lib/docs/search/docs-entries";

/** What the search of the documentation looks in; loaded when its field gets the focus. */
export async function GET(): Promise<Response> {
  const { reference, guides } = await readDocs();
  const entries = docsEntries({ reference, guides, sections: frontSections });
  return Response.json(entries, { headers: { "Cache-Control": "no-cache" } });
}
