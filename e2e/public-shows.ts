import type { APIRequestContext } from "@playwright/test";
import { castLedShow } from "../test/cast-led-show";

/** A show with a past and a present run, of whose casts the dates are known. */
export function makeShow(staff: APIRequestContext) {
  return castLedShow(async (method, path, data) => {
    const answer = await staff.fetch(`/api/${path}`, { method, data });
    return { body: (await answer.json()) as Record<string, unknown> };
  });
}

/** One page of each kind that people read. */
export function publicPages({ show, theatre, person }: { show: string; theatre: string; person: string }): string[] {
  return [
    "/on",
    "/on?date=1995-03-14",
    "/shows",
    `/shows/${show}?on=2025-03-14`,
    "/shows/wicked",
    "/shows/no-such-show",
    "/theatres",
    `/theatres/${theatre}`,
    `/people/${person}`,
    "/search?q=zebra",
    "/search?q=qwertzuiop",
    "/who",
    `/who?show=${show}&on=2025-03-14`,
  ];
}
