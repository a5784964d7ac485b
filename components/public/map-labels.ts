import type { Point } from "./projection";

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
