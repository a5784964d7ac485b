import type { Coordinates } from "./projection";

/** The middle of the Thames at its bridges from Battersea Bridge to Tower Bridge; between them it is straightened. */
export const thames: readonly Coordinates[] = [
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
export const thamesWidthMetres = 230;
