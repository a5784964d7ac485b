/** What of a key the server reads for the page, under `/api`: its last 30 days. */
export function usagePath(keyId: string): string {
  return `/keys/${encodeURIComponent(keyId)}/usage?days=30&include=refused`;
}

/** The same: its requests for a higher limit. */
export function limitRequestsPath(keyId: string): string {
  return `/keys/${encodeURIComponent(keyId)}/limit-requests`;
}
