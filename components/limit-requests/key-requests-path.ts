/** The path of a key's requests for a higher limit, under `/api`. */
export function keyRequestsPath(keyId: string): string {
  return `/keys/${encodeURIComponent(keyId)}/limit-requests`;
}
