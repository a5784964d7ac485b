import { PageLink, pageOf, quietLinkClass } from "@/components/records/directory/page-link";
import { MapDrawing, mapOf } from "./map-drawing";
import { centralPlaces } from "./projection";
import type { ListedTheatre } from "@/lib/listings/pages/schema.browser";
import { PageSection } from "./public-page";

const centreMetres = 1_600;

/** The theatres of the West End on the map, and all of them as a list. */
export function TheatresOnMap({ theatres }: { theatres: readonly ListedTheatre[] }) {
  const placed = theatres.flatMap(({ id, name, lat, lng, playing }) =>
    lat === null || lng === null ? [] : [{ id, name, lat, lng, playing: playing?.name ?? null }],
  );
  const central = centralPlaces(placed, centreMetres);
  return (
    <>
      {central.length > 0 && (
        <figure className="mt-6">
          <MapDrawing
            map={mapOf(central)}
            hrefOf={({ id }) => pageOf("theatres", id)}
            role="group"
            aria-label={`Map of the ${central.length} theatres in the West End, listed below`}
          />
          <figcaption className="mt-2 text-sm text-muted">
            ● on today ○ dark
            {placed.length > central.length && ` · ${placed.length - central.length} more outside this map`}
          </figcaption>
        </figure>
      )}
      <PageSection id="list" title="All theatres">
        <ul className="mt-2 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {theatres.map(({ id, name, address, capacity, playing }) => (
            <li key={id} className="border-b border-line py-2 [overflow-wrap:anywhere]">
              <PageLink href={pageOf("theatres", id)}>{name}</PageLink>
              <span className="block text-sm">
                {playing ? (
                  <a href={pageOf("shows", playing.id)} className={quietLinkClass}>
                    {playing.name}
                  </a>
                ) : (
                  <span className="text-muted">Dark</span>
                )}
              </span>
              <span className="block text-sm text-muted">
                {[address, capacity !== null && `${capacity.toLocaleString("en-GB")} seats`]
                  .filter((part) => typeof part === "string")
                  .join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      </PageSection>
    </>
  );
}
