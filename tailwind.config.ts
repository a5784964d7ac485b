import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";

/*
 * Every pair of text and ground is at least 4.5 : 1, every edge of a control 3 : 1, and every line 1.5 : 1 on the page's
 * ground (`components/ui/colours.test.ts`). From the ground up: `sunken`, `paper`, `raised` (cards, controls), `floating`
 * (dialogs, menus, notifications).
 */
const light = {
  paper: "#fbf8f3",
  raised: "#fffdfa",
  floating: "#fffdfa",
  sunken: "#f4eee4",
  line: "#d3c8b9",
  edge: "#8f8478",
  muted: "#655c54",
  ink: "#1d1a18",
  curtain: "#8e1b2f",
  "curtain-fill": "#8e1b2f",
  "curtain-wash": "#f7e9e6",
  "on-curtain": "#fff9f4",
  gilt: "#b8893b",
  danger: "#a83200",
  "danger-wash": "#fdebe0",
  veil: "#1d1a18",
};

const dark: typeof light = {
  paper: "#151210",
  raised: "#231e1a",
  floating: "#2e2822",
  sunken: "#0c0a09",
  line: "#4a423a",
  edge: "#8f8377",
  muted: "#b3a79a",
  ink: "#f3ede4",
  curtain: "#f0909e",
  "curtain-fill": "#a3243b",
  "curtain-wash": "#34191d",
  "on-curtain": "#fff9f4",
  gilt: "#c99a4b",
  danger: "#ffa27f",
  "danger-wash": "#3d2013",
  veil: "#000000",
};

const grid = Object.fromEntries(
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32, 40, 44, 48, 56, 60, 64, 72, 80, 96].map((steps) => [
    steps,
    `${steps * 4}px`,
  ]),
);

/** The colours of both themes, as hex. */
export const palettes = { light, dark };

export default {
  content: ["./app/**/*.tsx", "./components/**/*.tsx"],
  theme: {
    // These replace Tailwind's own, so that nothing outside of the look has a name.
    colors: {
      ...Object.fromEntries(Object.keys(light).map((name) => [name, `var(--${name})`])),
      transparent: "transparent",
      current: "currentColor",
    },
    spacing: { ...grid, px: "1px" },
    // Of the reader’s text size, as the sizes of text are.
    extend: { lineHeight: Object.fromEntries([5, 6, 7, 8].map((steps) => [steps, `${steps / 4}rem`])) },
    borderRadius: { none: "0", DEFAULT: "4px" },
    boxShadow: {},
    fontFamily: {
      // The extended faces answer for their own characters only.
      display: ["var(--font-fraunces-extended)", "var(--font-fraunces)", "fraunces-times", "Georgia", "serif"],
      sans: ["var(--font-inter-extended)", "var(--font-inter)", "inter-liberation", "system-ui", "sans-serif"],
      mono: ["var(--font-mono)", "ui-monospace", "monospace"],
    },
    transitionDuration: { DEFAULT: "120ms" },
  },
  plugins: [
    plugin(({ addBase }) => {
      addBase({
        ":root": { ...asVariables(light), colorScheme: "light" },
        "@media (prefers-color-scheme: dark)": {
          ":root:not([data-theme=light])": { ...asVariables(dark), colorScheme: "dark" },
        },
        ":root[data-theme=dark]": { ...asVariables(dark), colorScheme: "dark" },
      });
    }),
  ],
} satisfies Config;

function asVariables(palette: typeof light): Record<string, string> {
  return Object.fromEntries(Object.entries(palette).map(([name, value]) => [`--${name}`, value]));
}
