import localFont from "next/font/local";

// next/font reads these calls without running them, so each has to be written out in full.
// None is fetched before it is wanted: on a slow line a page is read first in a face that the reader
// has, made as wide as ours, and scripts and styles do not wait behind fonts. The files have the two weights
// that pages use, and nothing beyond (fonts/README.md). The rest of Latin (ő, ş, ẹ) comes only when a name needs it.

const fraunces = localFont({
  src: "./fonts/fraunces.woff2",
  variable: "--font-fraunces",
  weight: "600",
  preload: false,
  adjustFontFallback: "Times New Roman",
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

/** For `<html>`: what the tokens in tailwind.config.ts refer to. */
export const fontVariables = [fraunces, frauncesExtended, inter, interExtended, mono]
  .map(({ variable }) => variable)
  .join(" ");
