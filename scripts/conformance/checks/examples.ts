import { made } from "../created-records.ts";
import { type ContractResource, contractResources } from "../records.ts";

/** Bodies that create one record of each resource, ordered so that each refers to earlier ones. */
export const bodies: Record<string, () => Record<string, unknown>> = {
  shows: () => ({
    name: made.label,
    type: "comedy",
    description: "Made to be removed.",
    booking_until: "2027-02-28",
  }),
  theatres: () => ({ name: made.label, postcode: "wc2h0hr", lat: 51.5, lng: -0.12, capacity: 432 }),
  people: () => ({ name: made.label, bio: "Made to be removed." }),
  productions: () => ({
    show_id: made.id("shows"),
    theatre_id: made.id("theatres"),
    opening_date: "2027-01-01",
    closing_date: "2027-06-30",
  }),
  roles: () => ({ name: made.label, production_id: made.id("productions") }),
  "cast-members": () => ({
    person_id: made.id("people"),
    production_id: made.id("productions"),
    role_id: made.id("roles"),
    role_type: "principal",
    billing_order: 1,
  }),
};
/** A change of each, and an invalid value. */
export const changes: Record<string, [field: string, value: unknown, wrong: unknown]> = {
  shows: ["booking_until", null, "2026-02-30"],
  theatres: ["capacity", 99, 0],
  people: ["bio", null, "a".repeat(10_001)],
  productions: ["closing_date", null, "2026-12-31"],
  roles: ["description", "A part.", "a".repeat(5001)],
  "cast-members": ["billing_order", 2, 1.5],
};
export const resourcesInOrder = Object.keys(bodies).map(
  (path) => contractResources.find((resource) => resource.path === path) as ContractResource,
);
