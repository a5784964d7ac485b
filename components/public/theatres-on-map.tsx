import { PageLink, pageOf, QuietLink } from "@/components/records/directory/page-link";
import type { ListedTheatre } from "@/lib/listings/pages/schema.browser";
import { PageSection } from "./public-page";

/** A place on Earth in degrees (WGS 84). */
interface Coordinates {
  lat: number;
  lng: number;
}

type PlacedTheatre = ListedTheatre & Coordinates;

const centreMetres = 1_600;

/** The theatres of the West End on the map, and all of them as a list. */
export function TheatresOnMap({ theatres }: { theatres: readonly ListedTheatre[] }) {
  const placed = theatres.filter((one): one is PlacedTheatre => one.lat !== null && one.lng !== null);
  const central = centralPlaces(placed, centreMetres);
  return (
    <>
      {central.length > 0 && (
        <figure className="mt-6 max-w-[1216px]">
          <MapDrawing theatres={central} />
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
                  <QuietLink href={pageOf("shows", playing.id)}>{playing.name}</QuietLink>
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

/** `padding`: between the outermost places and the edge. */
const picture = { width: 640, height: 440, padding: 32 };

/** The theatres as points, filled where a show runs and hollow where the theatre is dark, and the Thames. */
function MapDrawing({ theatres }: { theatres: readonly PlacedTheatre[] }) {
  const { project, unitsPerMetre } = projectionOf(theatres);
  const points = theatres.map((theatre) => ({ ...theatre, ...project(theatre) }));
  const river = thames.map(project).map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`);
  return (
    <svg
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      className="block w-full rounded border border-line bg-raised"
      role="group"
      aria-label={`Map of the ${theatres.length} theatres in the West End, listed below`}
    >
      <polyline
        points={river.join(" ")}
        fill="none"
        stroke="var(--line)"
        strokeWidth={thamesWidthMetres * unitsPerMetre}
        strokeLinejoin="round"
        strokeLinecap="butt"
      />
      {points.map(({ id, name, playing, x, y }) => {
        const title = `${name}: ${playing?.name ?? "dark"}`;
        const look = playing
          ? "fill-curtain-fill stroke-paper forced-colors:fill-[CanvasText]"
          : "fill-raised stroke-edge";
        // The names beside the map are the links for keyboards.
        return (
          <a key={id} href={pageOf("theatres", id)} tabIndex={-1} aria-label={title}>
            <circle cx={x} cy={y} r={12} fill="transparent" />
            <circle cx={x} cy={y} r={5} strokeWidth={2} className={look}>
              <title>{title}</title>
            </circle>
          </a>
        );
      })}
      <g aria-hidden="true" className="pointer-events-none fill-ink text-[9px] max-sm:hidden">
        {labelsOf(points).map(({ id, text, x, y, anchor }) => (
          <text key={id} x={x} y={y} textAnchor={anchor}>
            {text}
          </text>
        ))}
      </g>
    </svg>
  );
}

const metresPerDegree = 111_320;

/** Fits places into the picture, north up: equirectangular around their middle, exact to a metre across a city. */
export function projectionOf(places: readonly Coordinates[]) {
  const { width, height, padding } = picture;
  const [south, north] = rangeOf(places.map(({ lat }) => lat));
  const [west, east] = rangeOf(places.map(({ lng }) => lng));
  const middle = { lat: (south + north) / 2, lng: (west + east) / 2 };
  const metresPerDegreeEast = metresPerDegree * Math.cos((middle.lat * Math.PI) / 180);
  const unitsPerMetre = Math.min(
    (width - 2 * padding) / Math.max(1, (east - west) * metresPerDegreeEast),
    (height - 2 * padding) / Math.max(1, (north - south) * metresPerDegree),
  );
  return {
    unitsPerMetre,
    project: ({ lat, lng }: Coordinates) => ({
      x: width / 2 + (lng - middle.lng) * metresPerDegreeEast * unitsPerMetre,
      y: height / 2 - (lat - middle.lat) * metresPerDegree * unitsPerMetre,
    }),
  };
}

/** The places within a distance of their median, which outliers don't move. */
export function centralPlaces<Place extends Coordinates>(places: readonly Place[], metres: number): Place[] {
  const middle = { lat: medianOf(places.map(({ lat }) => lat)), lng: medianOf(places.map(({ lng }) => lng)) };
  return places.filter((place) => distanceBetween(place, middle) <= metres);
}

/** In metres, for places in the same city. */
export function distanceBetween(one: Coordinates, other: Coordinates): number {
  const east = (one.lng - other.lng) * Math.cos((one.lat * Math.PI) / 180);
  return Math.hypot(one.lat - other.lat, east) * metresPerDegree;
}

function rangeOf(values: readonly number[]): [least: number, greatest: number] {
  return [Math.min(...values), Math.max(...values)];
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const [letterWidth, lineHeight, gap] = [5, 11, 8];

/** The names of points that have room beside them, right or left, without covering a point or another name. */
function labelsOf(points: readonly { id: string; name: string; x: number; y: number }[]) {
  const taken = points.map(({ x, y }) => ({ left: x - 6, right: x + 6, y }));
  return points.flatMap(({ id, name, x, y }) => {
    const text = name.replace(/ Theatre$/, "");
    const length = text.length * letterWidth;
    const places = [
      { x: x + gap, anchor: "start" as const, left: x + gap, right: x + gap + length, y },
      { x: x - gap, anchor: "end" as const, left: x - gap - length, right: x - gap, y },
    ];
    const isFree = ({ left, right }: (typeof taken)[number]) =>
      !taken.some((one) => one.left < right && left < one.right && Math.abs(one.y - y) < lineHeight);
    const place = places.find((one) => one.left > 0 && one.right < picture.width && isFree(one));
    if (!place) return [];
    taken.push(place);
    return [{ id, text, x: place.x, y: y + lineHeight / 3, anchor: place.anchor }];
  });
}
