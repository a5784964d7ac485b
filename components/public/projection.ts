/** A place on Earth in degrees (WGS 84). */
export interface Coordinates {
  lat: number;
  lng: number;
}

/** A theatre that can be drawn. */
export interface MappedTheatre extends Coordinates {
  id: string;
  name: string;
  /** The name of the show that runs there; null while the theatre is dark. */
  playing: string | null;
}

export interface Point {
  x: number;
  y: number;
}

export interface Projection {
  project(place: Coordinates): Point;
  /** How many units of the picture a metre takes. */
  unitsPerMetre: number;
}

const metresPerDegree = 111_320;

/**
 * Fits places into a picture, north up and to scale. Equirectangular around the places' middle, which is exact to a
 * metre across a city.
 *
 * @param padding between the outermost places and the picture's edge, in units of the picture.
 */
export function fitInto(
  places: readonly Coordinates[],
  { width, height, padding }: { width: number; height: number; padding: number },
): Projection {
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
    project: ({ lat, lng }) => ({
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

interface Label extends Point {
  id: string;
  text: string;
  anchor: "start" | "end";
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const [letterWidth, lineHeight, gap] = [5, 11, 8];

/** The names of points that have room beside them, right or left, without covering a point or another name. */
export function labelsOf(points: readonly (Point & { id: string; name: string })[], width: number): Label[] {
  const taken: Box[] = points.map(({ x, y }) => boxAround(x - 6, x + 6, y));
  return points.flatMap(({ id, name, x, y }): Label[] => {
    const text = name.replace(/ Theatre$/, "");
    const length = text.length * letterWidth;
    const places = [
      { x: x + gap, anchor: "start" as const, box: boxAround(x + gap, x + gap + length, y) },
      { x: x - gap, anchor: "end" as const, box: boxAround(x - gap - length, x - gap, y) },
    ];
    const place = places.find(
      ({ box }) => box.left > 0 && box.right < width && !taken.some((one) => overlap(one, box)),
    );
    if (!place) return [];
    taken.push(place.box);
    return [{ id, text, x: place.x, y: y + lineHeight / 3, anchor: place.anchor }];
  });
}

function boxAround(left: number, right: number, y: number): Box {
  return { left, right, top: y - lineHeight / 2, bottom: y + lineHeight / 2 };
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
