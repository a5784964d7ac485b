/** A point by its latitude and longitude, in degrees (WGS 84). */
interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

/** The mean radius of the earth, in metres. */
const earthRadius = 6_371_008.8;

/** The great-circle distance in metres, by the haversine formula. */
export function metresBetween(a: Coordinates, b: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (angle: number) => Math.sin(radians(angle) / 2) ** 2;
  const chord = half(b.lat - a.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(b.lng - a.lng);
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}
