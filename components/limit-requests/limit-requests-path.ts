/** The path of a key's requests for a higher limit, under `/api`. */
export function limitRequestsPath(keyId: string): string {
  return `/keys/${encodeURIComponent(keyId)}/limit-requests`;
}
