// `npm run pictures`: draws the icons and the preview picture of links from app/icon.svg, in a browser. The results are
// committed.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { headedOptions } from "./browser.mjs";

const root = path.dirname(import.meta.dirname);
const mark = readFileSync(path.join(root, "app/icon.svg"), "utf8");
const browser = await chromium.launch({ ...headedOptions(), args: ["--no-sandbox"] });
try {
  write("apple-icon.png", await draw(180, 180, `<div style="width:180px;height:180px">${resizeMark(180)}</div>`));
  write("favicon.ico", toIcon(await draw(32, 32, resizeMark(32)), 32));
  write("opengraph-image.png", await draw(1200, 630, renderCard()));
} finally {
  await browser.close();
}

async function draw(width, height, html) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>${renderFonts()} body { margin: 0 } svg { display: block }</style>${html}`);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture;
}

function resizeMark(pixels) {
  return mark.replace("<svg ", `<svg width="${pixels}" height="${pixels}" `);
}

function renderCard() {
  return `<div style="box-sizing:border-box;width:1200px;height:630px;padding:88px;background:#fbf8f3;color:#1d1a18;border-bottom:24px solid #8e1b2f">
    ${resizeMark(96)}
    <h1 style="font:600 84px/1.1 Fraunces;margin:48px 0 0">What’s on in the<br>West End, as JSON</h1>
    <p style="font:400 36px/1.4 Inter;margin:32px 0 0;color:#655c54">Theatre Listings: theatres, shows, productions and casts.</p>
  </div>`;
}

function renderFonts() {
  const face = (name, file) =>
    `@font-face { font-family: ${name}; font-weight: 100 900; src: url(data:font/woff2;base64,${readFileSync(path.join(root, "node_modules/@fontsource-variable", file), "base64")}) }`;
  return (
    face("Fraunces", "fraunces/files/fraunces-latin-opsz-normal.woff2") +
    face("Inter", "inter/files/inter-latin-wght-normal.woff2")
  );
}

/** An .ico with one picture: a directory with one entry, then the PNG. */
function toIcon(png, pixels) {
  const directory = Buffer.alloc(22);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(1, 4);
  directory.writeUInt8(pixels, 6);
  directory.writeUInt8(pixels, 7);
  directory.writeUInt16LE(1, 10);
  directory.writeUInt16LE(32, 12);
  directory.writeUInt32LE(png.length, 14);
  directory.writeUInt32LE(directory.length, 18);
  return Buffer.concat([directory, png]);
}

function write(name, bytes) {
  writeFileSync(path.join(root, "app", name), bytes);
  console.log(`app/${name}: ${bytes.length.toLocaleString("en-GB")} bytes`);
}
