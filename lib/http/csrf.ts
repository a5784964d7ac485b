import "server-only";
import { AppError } from "../core/errors.ts";
import type { HttpRequest } from "./route.ts";

/**
 * Refuses requests other than reads that do not come from the service's own pages (contract §5). Browsers state the
 * origin in `Sec-Fetch-Site`, older ones in `Origin`. A client that sends neither is not a browser, so it cannot be
 * tricked into sending a user's cookie.
 *
 * @param serviceUrl the service's public URL; when absent, the request's own Host is compared.
 * @throws AppError 403
 */
export function requireSameOrigin(request: Pick<HttpRequest, "header">, serviceUrl: string | undefined): void {
  const site = request.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin" && site !== "none") throw crossOriginError();
  const origin = request.header("origin");
  if (origin !== undefined && !isSameOrigin(origin, serviceUrl, request.header("host"))) throw crossOriginError();
}

function isSameOrigin(origin: string, serviceUrl: string | undefined, host: string | undefined): boolean {
  if (serviceUrl !== undefined) return origin === new URL(serviceUrl).origin;
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

function crossOriginError(): AppError {
  return new AppError("forbidden", { message: "A browser may send this from the service's own pages only." });
}
