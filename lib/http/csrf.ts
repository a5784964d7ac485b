import "server-only";
import { AppError } from "../errors.ts";
import type { HttpRequest } from "./route.ts";

/**
 * Writes come from the service's own pages (contract §5): a browser says so in
 * `Sec-Fetch-Site`, an older one in `Origin`. A client that sends neither is no browser,
 * and nobody's cookie is used behind their back.
 *
 * @param serviceUrl where the service is reached; absent: at the request's own Host.
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
  return new AppError("forbidden", { message: "Writes are accepted from the service's own pages only." });
}
