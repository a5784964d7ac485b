import "server-only";
import { headers } from "next/headers";
import { infrastructure } from "@/app/page-infrastructure";
import { createRequest } from "@/lib/http/request";
import { routerTo } from "@/lib/http/router";
import type { Call, Route } from "@/lib/http/route";
import { look } from "@/lib/http/pipeline";
import type { Held } from "@/lib/client/hooks";
import { within } from "@/lib/timeout";

const patienceMilliseconds = 1_000;

/**
 * What the paths under `/api` that a page will ask for would be answered now, so that it comes with them.
 * One that can't be told in time is left out: then the browser asks, and says what is wrong.
 */
export async function known(wanted: Readonly<Record<string, Route>>): Promise<Record<string, Held<unknown>>> {
  const cookie = (await headers()).get("cookie") ?? undefined;
  const running = await infrastructure();
  const held = await Promise.all(
    Object.entries(wanted).map(async ([path, route]) => {
      const body = await within(patienceMilliseconds, look(callFor(path, route, cookie), running)).catch(() => null);
      return body === null ? [] : [[path, { body: JSON.parse(body.identity.toString()) as unknown, etag: null }]];
    }),
  );
  return Object.fromEntries(held.flat()) as Record<string, Held<unknown>>;
}

/** As the browser would ask, signed in as whoever asks for the page. */
function callFor(path: string, route: Route, cookie: string | undefined): Call {
  return createRequest(
    {
      method: "GET",
      target: `/api${path}`,
      header: (name) => (name === "cookie" ? cookie : undefined),
    },
    routerTo(route),
  );
}
