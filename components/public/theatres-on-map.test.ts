import { describe, expect, test } from "vitest";
import { centralPlaces, distanceBetween, projectionOf } from "./theatres-on-map";

const palace = { name: "Palace Theatre", lat: 51.5131, lng: -0.12984 };
const oldVic = { name: "The Old Vic", lat: 51.50202, lng: -0.10927 };
const hampstead = { name: "Hampstead Theatre", lat: 51.54333, lng: -0.17417 };

describe("the projection of the map", () => {
  test("north is up, east is right, distances are to scale in every direction, and every place is within the padding", () => {
    const places = [palace, oldVic, hampstead];
    const { project, unitsPerMetre } = projectionOf(places);

    const [from, south] = [project(palace), project(oldVic)];
    expect([from.y < south.y, from.x < south.x]).toEqual([true, true]);
    for (const other of [oldVic, hampstead]) {
      const to = project(other);
      const drawn = Math.hypot(from.x - to.x, from.y - to.y) / unitsPerMetre;
      expect(drawn / distanceBetween(palace, other)).toBeCloseTo(1, 2);
    }
    const isInside = ({ x, y }: { x: number; y: number }) => x > 31.9 && x < 608.1 && y > 31.9 && y < 408.1;
    expect(places.map(project).every(isInside)).toBe(true);
  });

  test("a single place is in the middle", () => {
    const { x, y } = projectionOf([palace]).project(palace);
    expect([Math.round(x), Math.round(y)]).toEqual([320, 220]);
  });

  test("the Palace Theatre and the Old Vic are 1.9 km apart, and a far place is not central", () => {
    expect(Math.round(distanceBetween(palace, oldVic) / 100)).toBe(19);
    expect(centralPlaces([palace, palace, oldVic, hampstead], 2_500)).toEqual([palace, palace, oldVic]);
  });
});
