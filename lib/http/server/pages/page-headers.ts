import "server-only";
import { randomBytes } from "node:crypto";

interface PolicyOptions {
  nonce: string;
  isSecure: boolean;
  isDevelopment: boolean;
  /** SHA-256 of the inline scripts that are the same in every response, in base64. */
  hashes?: readonly string[];
}

/** What a page may load and do (contract §11). Scripts need the nonce or a hash, or to be loaded by one that has it. */
export function contentSecurityPolicy({ nonce, isSecure, isDevelopment, hashes = [] }: PolicyOptions): string {
  const allowed = [`'nonce-${nonce}'`, ...hashes.map((hash) => `'sha256-${hash}'`), "'strict-dynamic'"].join(" ");
  const directives = [
    "default-src 'none'",
    // Next's development server evaluates source maps; browsers that know 'strict-dynamic' ignore 'self'.
    `script-src 'self' ${allowed}${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Next's development overlay writes style elements of its own.
    isDevelopment ? "style-src-elem 'self' 'unsafe-inline'" : `style-src-elem 'self' 'nonce-${nonce}'`,
    // A width computed on the server arrives as a style attribute, which no nonce can allow.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws: wss:" : ""}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ];
  return directives.join("; ");
}

export function pageHeaders(policy: string, isSecure: boolean): Record<string, string> {
  return {
    "Content-Security-Policy": policy,
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy":
      "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    ...(isSecure ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}

/** In the request that Next gets, because only a page itself can read its query: a redirect to sign-in leads back to both. */
export const pageQueryHeader = "x-page-query";

/** The value of that header, without the parameter of Next's client. @param search with or without its question mark. */
export function pageQuery(search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete("_rsc");
  return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}

export function newNonce(): string {
  return randomBytes(16).toString("base64");
}
