import type { ComponentProps } from "react";
import { PageLink, pageOf, quietLinkClass } from "@/components/records/directory/page-link";
import type { ListedTheatre } from "@/lib/listings/pages/schema.browser";
import { centralPlaces, fitInto, labelsOf, type Coordinates, type MappedTheatre, type Point } from "./projection";
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
        <figure className="mt-6 max-w-[1216px]">
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
        <ul className="mt-2 page-columns">
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

/** The middle of the Thames at its bridges from Battersea Bridge to Tower Bridge; between them it is straightened. */
const thames: readonly Coordinates[] = [
  { lat: 51.4811, lng: -0.1728 },
  { lat: 51.4824, lng: -0.1667 },
  { lat: 51.4847, lng: -0.1499 },
  { lat: 51.4875, lng: -0.1268 },
  { lat: 51.4941, lng: -0.1235 },
  { lat: 51.5009, lng: -0.1219 },
  { lat: 51.5061, lng: -0.12 },
  { lat: 51.5086, lng: -0.1168 },
  { lat: 51.5097, lng: -0.1045 },
  { lat: 51.5101, lng: -0.0985 },
  { lat: 51.5091, lng: -0.0944 },
  { lat: 51.5079, lng: -0.0877 },
  { lat: 51.5055, lng: -0.0754 },
];

/** Between the Victoria Embankment and the South Bank. */
const thamesWidthMetres = 230;

const picture = { width: 640, height: 440, padding: 32 };

type MapPoint = MappedTheatre & Point;

/** Where everything on the map is, in units of the picture. */
function mapOf(theatres: readonly MappedTheatre[]) {
  const { project, unitsPerMetre } = fitInto(theatres, picture);
  return {
    points: theatres.map((theatre): MapPoint => ({ ...theatre, ...project(theatre) })),
    river: thames.map(project).map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`),
    riverWidth: thamesWidthMetres * unitsPerMetre,
  };
}

interface DrawingProps extends ComponentProps<"svg"> {
  map: ReturnType<typeof mapOf>;
  /** The page that a point leads to; the names beside the map are the links for keyboards. */
  hrefOf(theatre: MappedTheatre): string;
}

/** The theatres as points, filled where a show runs and hollow where the theatre is dark, and the Thames. */
function MapDrawing({ map: { points, river, riverWidth }, hrefOf, ...svg }: DrawingProps) {
  return (
    <svg
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      className="block w-full rounded border border-line bg-raised"
      {...svg}
    >
      <polyline
        points={river.join(" ")}
        fill="none"
        stroke="var(--line)"
        strokeWidth={riverWidth}
        strokeLinejoin="round"
        strokeLinecap="butt"
      />
      {points.map((point) => (
        <a key={point.id} href={hrefOf(point)} tabIndex={-1} aria-label={titleOf(point)}>
          <circle cx={point.x} cy={point.y} r={12} fill="transparent" />
          <Dot point={point} />
        </a>
      ))}
      <g aria-hidden="true" className="pointer-events-none fill-ink text-[9px] max-sm:hidden">
        {labelsOf(points, picture.width).map(({ id, text, x, y, anchor }) => (
          <text key={id} x={x} y={y} textAnchor={anchor}>
            {text}
          </text>
        ))}
      </g>
    </svg>
  );
}

function titleOf({ name, playing }: MapPoint): string {
  return `${name}: ${playing ?? "dark"}`;
}

function Dot({ point }: { point: MapPoint }) {
  const { x, y, playing } = point;
  return (
    <circle
      cx={x}
      cy={y}
      r={5}
      strokeWidth={2}
      className={
        playing === null ? "fill-raised stroke-edge" : "fill-curtain-fill stroke-paper forced-colors:fill-[CanvasText]"
      }
    >
      <title>{titleOf(point)}</title>
    </circle>
  );
}
