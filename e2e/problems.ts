import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { createdRecord } from "./staff";

/** The rule's heading. */
export const closedRunTitle = "Current show has closed";

/** A theatre whose current show closed there on 2001-05-05. */
export async function createTheatreWithClosedRun(api: APIRequestContext): Promise<{ id: string; name: string }> {
  const name = `Theatre ${randomUUID()}`;
  const show_id = await createdRecord(api, "shows", { name: `Show ${randomUUID()}`, type: "play" });
  const place = { lat: 51.5, lng: -0.1, capacity: 300 };
  const id = await createdRecord(api, "theatres", { name, current_show_id: show_id, ...place });
  await createdRecord(api, "productions", {
    show_id,
    theatre_id: id,
    opening_date: "2001-01-01",
    closing_date: "2001-05-05",
  });
  return { id, name };
}
