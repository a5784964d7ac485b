/** The API path of a production's cast; the server prefetches it. */
export function castPath(productionId: string): string {
  return `/cast-members?${new URLSearchParams({ production_id: productionId })}`;
}
