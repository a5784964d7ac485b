import { describe, expect, test } from "vitest";
import { centralPlaces, distanceBetween, fitInto, nearestTo } from "./projection";

const palace = { name: "Palace Theatre", lat: 51.5131, lng: -0.12984 };
const oldVic = { name: "The Old Vic", lat: 51.50202, lng: -0.10927 };
const hampstead = { name: "Hampstead Theatre", lat: 51.54333, lng: -0.17417 };
const picture = { width: 600, height: 400, padding: 20 };

describe("the projection of the map", () => {
  test("north is up and east is right", () => {
    const { project } = fitInto([palace, oldVic], picture);
    expect(project(palace).y).toBeLessThan(project(oldVic).y);
    expect(project(palace).x).toBeLessThan(project(oldVic).x);
  });

  test("distances are to scale in every direction", () => {
    const { project, unitsPerMetre } = fitInto([palace, oldVic, hampstead], picture);
    for (const [one, other] of [
      [palace, oldVic],
      [palace, hampstead],
    ] as const) {
      const [from, to] = [project(one), project(other)];
      const drawn = Math.hypot(from.x - to.x, from.y - to.y) / unitsPerMetre;
      expect(drawn / distanceBetween(one, other)).toBeCloseTo(1, 2);
    }
  });

  test("every place is inside of the padding", () => {
    const { project } = fitInto([palace, oldVic, hampstead], picture);
    for (const place of [palace, oldVic, hampstead]) {
      const { x, y } = project(place);
      expect(x).toBeGreaterThanOrEqual(19.9);
      expect(x).toBeLessThanOrEqual(580.1);
      expect(y).toBeGreaterThanOrEqual(19.9);
      expect(y).toBeLessThanOrEqual(380.1);
    }
  });

  test("a single place is in the middle", () => {
    const point = fitInto([palace], picture).project(palace);
    expect(point.x).toBeCloseTo(300);
    expect(point.y).toBeCloseTo(200);
  });

  test("the Palace Theatre and the Old Vic are 1.9 km apart", () => {
    expect(distanceBetween(palace, oldVic)).toBeGreaterThan(1_850);
    expect(distanceBetween(palace, oldVic)).toBeLessThan(1_950);
  });

  test("a far place is not central", () => {
    const others = [palace, palace, oldVic];
    expect(centralPlaces([...others, hampstead], 2_500)).toEqual(others);
  });
});

test("the nearest point is found within reach only", () => {
  const points = [
    { id: "a", x: 0, y: 0 },
    { id: "b", x: 10, y: 0 },
  ];
  expect(nearestTo(points, { x: 7, y: 0 }, 20)?.id).toBe("b");
  expect(nearestTo(points, { x: 50, y: 0 }, 20)).toBeNull();
});
