/** The paths of what is recorded about a key's requests and limit, under `/api`. */

export function routeUsagePath(keyId: string): string {
  return `/keys/${encodeURIComponent(keyId)}/usage?days=30&by=route`;
}

/** @param requestId only the request with this id. */
export function failedRequestsPath(keyId: string, requestId?: string): string {
  const path = `/keys/${encodeURIComponent(keyId)}/requests`;
  return requestId === undefined ? path : `${path}?request_id=${encodeURIComponent(requestId)}`;
}

/** As in the schema of the API, which would load zod. */
const requestIdShape = /^[\w.-]{8,128}$/;

export function isRequestId(text: string): boolean {
  return requestIdShape.test(text);
}

/** The path of a key's last 30 days, under `/api`. */
export function usagePath(id: string): string {
  return `/keys/${encodeURIComponent(id)}/usage?days=30&include=refused`;
}

/** The path of a key's requests for a higher limit, under `/api`. */
export function limitRequestsPath(keyId: string): string {
  return `/keys/${encodeURIComponent(keyId)}/limit-requests`;
}
