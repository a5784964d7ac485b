import { headOf, leaveMerged, missingHead, pageNonce, readView, recordIdOf } from "@/app/public-page";
import { requestOrigin } from "@/app/service-origin";
import { wholeHead, wholePage } from "@/app/whole-page";
import { NotHere, PublicPage } from "@/components/public/public-page";
import { RunHistory } from "@/components/public/runs-of-show";
import { theatreDescription, TheatreLede } from "@/components/public/ledes";
import { theatreJsonLd } from "@/lib/listings/pages/json-ld";
import { theatrePage } from "@/lib/listings/pages/record-pages";
import type { TheatreView } from "@/lib/listings/pages/schema.browser";

interface Props {
  params: Promise<{ id: string }>;
}

export const generateMetadata = wholeHead(async ({ params }: Props) => {
  const id = await recordIdOf(params);
  const view = await find(id);
  if (!view) return missingHead;
  return headOf({
    title: view.theatre.name,
    description: theatreDescription(view),
    canonical: `/theatres/${encodeURIComponent(id)}`,
    hasPicture: true,
  });
});

export default wholePage(async function TheatrePage({ params }: Props) {
  const id = await recordIdOf(params);
  const view = await find(id);
  if (!view)
    return <NotHere place="theatres" id={id} requestId={await leaveMerged("theatres", id)} nonce={await pageNonce()} />;
  const path = encodeURIComponent(id);
  return (
    <PublicPage
      title={view.theatre.name}
      lede={<TheatreLede view={view} />}
      jsonLd={theatreJsonLd(view, await requestOrigin())}
      nonce={await pageNonce()}
      footnotes={view.footnotes}
      end={{
        calls: [`/api/theatres/${path}`, `/api/search/productions?theatre_id=${path}`],
        calendar: `/feeds/theatres/${path}.ics`,
        record: { resource: "theatres", id },
      }}
    >
      {view.runs.length === 0 ? (
        <p className="mt-10 text-muted">No run is listed at this theatre.</p>
      ) : (
        <RunHistory title="What was on here" runs={view.runs} today={view.today} by="show" />
      )}
    </PublicPage>
  );
});

async function find(id: string): Promise<TheatreView | null> {
  return readView(`theatre ${id}`, (catalogue) => theatrePage(catalogue, id));
}
