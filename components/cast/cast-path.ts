/** The API path of a production's cast with its engagements; the server prefetches it. */
export function castPath(productionId: string): string {
  return `/productions/${encodeURIComponent(productionId)}/cast`;
}
