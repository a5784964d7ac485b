/** How many days ahead `GET /coming` shows where nothing else is asked for. Free of zod, because pages load it. */
export const daysAhead = 30;

/** What the overview of the dashboard shows of them; the server prefetches it. */
export const comingPath = "/coming";
