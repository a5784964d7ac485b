/** The paths of what is recorded about a key's requests and limit, under `/api`. */

export function routeUsagePath(keyId: string): string {
  return `/keys/${encodeURIComponent(keyId)}/usage?days=30&by=route`;
}

export function failedRequestsPath(keyId: string): string {
  return `/keys/${encodeURIComponent(keyId)}/requests`;
}

/** The path of a key's last 30 days, under `/api`. */
export function usagePath(id: string): string {
  return `/keys/${encodeURIComponent(id)}/usage?days=30&include=refused`;
}

/** The path of a key's requests for a higher limit, under `/api`. */
export function limitRequestsPath(keyId: string): string {
  return `/keys/${encodeURIComponent(keyId)}/limit-requests`;
}
