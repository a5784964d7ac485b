/** The path of a key's last 30 days, under `/api`. */
export function usagePath(id: string): string {
  return `/keys/${encodeURIComponent(id)}/usage?days=30&include=refused`;
}
