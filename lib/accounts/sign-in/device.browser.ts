/** Names of browsers and systems. Safe for the browser. */

/** The order matters: a browser also names its ancestors. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/\S+ (Mobile\/\S+ )?Safari\//, "Safari"],
];

/** The order matters: Android also names Linux, and an iPhone is "like Mac OS X". */
const systems: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** A `User-Agent` (RFC 9110 §10.1.5) as "Firefox on Windows", or the product of another program, as "curl"; null for neither. */
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
