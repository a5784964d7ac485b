import type { RequestedChange } from "@/lib/editing/changes/schema.browser";

/** Confirms that everything about a record is right. @param if_match the ETag of the version that was checked. */
export function verification(resource: string, id: string, if_match?: string): RequestedChange {
  return { action: "update", resource, id, verified: true, ...(if_match !== undefined && { if_match }) };
}

/** The label of the button. */
export const verifyLabel = "Mark as verified";

/** The toast. @param what such as `2 people`. */
export function verifiedText(what: string): string {
  return `Marked ${what} as verified.`;
}
