/** In this order: a browser also names those that it descends from. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/\S+ (Mobile\/\S+ )?Safari\//, "Safari"],
];

/** In this order: Android is also a Linux, and an iPhone is "like Mac OS X". */
const systems: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * What a `User-Agent` (RFC 9110, 10.1.5) says of the browser and the system, as "Firefox on
 * Windows"; the first product's name of a program that is no browser, as "curl"; null where neither is there.
 */
export function describeDevice(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const browser = nameIn(userAgent, browsers);
  const system = nameIn(userAgent, systems);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? /^(?!Mozilla\/)([A-Za-z][\w.-]{0,39})(?=\/|$)/.exec(userAgent)?.[1] ?? null;
}

function nameIn(userAgent: string, known: typeof browsers): string | null {
  return known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}
