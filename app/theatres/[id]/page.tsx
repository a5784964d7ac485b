import { viewTheatre } from "@/app/public-page";
import { defineRecordPage } from "@/app/record-page";
import { theatreDescription, TheatreLede } from "@/components/public/ledes";
import { RunHistory } from "@/components/public/runs-of-show";
import { theatreJsonLd } from "@/lib/listings/pages/json-ld";

const { generateMetadata, Page } = defineRecordPage({
  place: "theatres",
  find: viewTheatre,
  head: (view) => ({ title: view.theatre.name, description: theatreDescription(view) }),
  lede: (view) => <TheatreLede view={view} />,
  jsonLd: theatreJsonLd,
  calls: (_view, path) => [`/api/theatres/${path}`, `/api/search/productions?theatre_id=${path}`],
  content: ({ runs, today }) =>
    runs.length === 0 ? (
      <p className="mt-10 text-muted">No run is listed at this theatre.</p>
    ) : (
      <RunHistory title="What was on here" runs={runs} today={today} by="show" />
    ),
});

export { generateMetadata };
export default Page;
