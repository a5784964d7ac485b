import localFont from "next/font/local";

// next/font reads these calls statically, so each must be written out in full. No font is preloaded: on a slow
// connection text first renders in a local font adjusted to the same width, and fonts don't delay styles or scripts.
// Each file has only the two weights that pages use (fonts/README.md). The rest of Latin (ő, ş, ẹ) loads only when a
// name needs it.

const fraunces = localFont({
  src: "./fonts/fraunces.woff2",
  variable: "--font-fraunces",
  weight: "600",
  preload: false,
  // globals.css has one: next/font's is for weight 400, and of Times New Roman alone, which Linux lacks.
  adjustFontFallback: false,
});

const frauncesExtended = localFont({
  src: "../node_modules/@fontsource-variable/fraunces/files/fraunces-latin-ext-opsz-normal.woff2",
  variable: "--font-fraunces-extended",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0300-0304, U+1D00-1DBF, U+1E00-1EFF, U+20A0-20AB",
    },
  ],
});

const inter = localFont({
  src: "./fonts/inter.woff2",
  variable: "--font-inter",
  weight: "400 600",
  preload: false,
  adjustFontFallback: "Arial",
});

const interExtended = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  variable: "--font-inter-extended",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0300-0304, U+1D00-1DBF, U+1E00-1EFF, U+20A0-20AB",
    },
  ],
});

const mono = localFont({
  src: "./fonts/jetbrains-mono.woff2",
  variable: "--font-mono",
  weight: "400 600",
  preload: false,
  adjustFontFallback: false,
});

/** Class names for `<html>` that define the font variables of tailwind.config.ts. */
export const fontVariables = [fraunces, frauncesExtended, inter, interExtended, mono]
  .map(({ variable }) => variable)
  .join(" ");
