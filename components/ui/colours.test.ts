import { describe, expect, test } from "vitest";
import { palettes } from "@/tailwind.config";

type Colour = keyof (typeof palettes)["light"];

const surfaces = ["sunken", "paper", "raised", "floating"] as const;
const readable: readonly [text: Colour, grounds: readonly Colour[]][] = [
  ["ink", [...surfaces, "curtain-wash", "danger-wash"]],
  ["muted", surfaces],
  ["curtain", [...surfaces, "curtain-wash"]],
  ["danger", [...surfaces, "danger-wash"]],
  ["on-curtain", ["curtain-fill"]],
];

describe.each(Object.entries(palettes))("in the %s theme", (_name, palette) => {
  const ratio = (one: Colour, other: Colour) => contrast(palette[one], palette[other]);

  test.each(readable.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const)))(
    "%s can be read on %s",
    (text, ground) => {
      expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(surfaces)("the edge of a control can be seen on %s", (ground) => {
    expect(ratio("edge", ground)).toBeGreaterThanOrEqual(3);
  });

  test("a line can be seen on the ground of the page", () => {
    expect(ratio("line", "paper")).toBeGreaterThanOrEqual(1.5);
  });
});

test("in the dark theme ground, cards and dialogs can be told apart", () => {
  const steps = surfaces.map((name) => luminance(palettes.dark[name]) + 0.05);
  for (const [index, step] of steps.slice(1).entries()) expect(step / (steps[index] ?? 0)).toBeGreaterThan(1.04);
});

/** The contrast ratio of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The relative luminance (WCAG 2.2) of a colour such as `#1d1a18`. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
