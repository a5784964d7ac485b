import type { RouteUsage } from "@/lib/accounts/keys/schema.browser";
import { formatCount } from "./usage-share";

const classes = [
  { member: "2xx", name: "2xx", mark: "fill-curtain-fill forced-colors:fill-[Highlight]" },
  { member: "3xx", name: "304", mark: "fill-edge forced-colors:fill-[GrayText]" },
  { member: "4xx", name: "4xx", mark: "fill-gilt forced-colors:fill-[Mark]" },
  { member: "5xx", name: "5xx", mark: "fill-danger forced-colors:fill-[CanvasText]" },
] as const;

type RouteSum = Omit<RouteUsage, "date">;

/**
 * How the requests of some days were answered, the busiest route first. A table on wide screens, cards on narrow ones,
 * as `KeyTable`.
 */
export function RouteTable({ name, rows }: { name: string; rows: readonly RouteUsage[] }) {
  const routes = sumsByRoute(rows);
  const [busiest] = routes;
  if (!busiest) return <p className="text-sm text-muted">No request with this key in the last 30 days.</p>;
  return (
    <table
      role="table"
      aria-label={`Answers to ${name} by route, last 30 days`}
      className="w-full text-left text-sm max-md:block"
    >
      <thead role="rowgroup" className="text-muted max-md:sr-only">
        <tr role="row" className="border-b border-line">
          <th role="columnheader" scope="col" className="py-1 pr-4 font-normal">
            Route
          </th>
          {classes.map(({ name: title, mark }) => (
            <th key={title} role="columnheader" scope="col" className="py-1 pr-4 text-right font-normal">
              <Mark look={mark} /> {title}
            </th>
          ))}
          <th role="columnheader" scope="col" className="py-1 text-right font-normal">
            Counted
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:grid">
        {routes.map((route) => (
          <tr
            key={route.route}
            role="row"
            className="border-b border-line align-top max-md:grid max-md:grid-cols-3 max-md:gap-x-4 max-md:gap-y-1 max-md:py-3"
          >
            <th role="rowheader" scope="row" className="py-2 pr-4 font-normal max-md:col-span-3 max-md:p-0">
              <span className="font-mono break-all">{route.route ?? "(unknown path)"}</span>
              <Bar route={route} most={totalOf(busiest)} />
            </th>
            {classes.map(({ member, name: title, mark }) => (
              <Figure key={member} label={title} look={mark} count={route[member]} />
            ))}
            <Figure label="Counted" count={route.counted} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Figure({ label, look, count }: { label: string; look?: string; count: number }) {
  return (
    <td role="cell" className="py-2 pr-4 text-right tabular-nums last:pr-0 max-md:p-0 max-md:text-left">
      <span aria-hidden="true" className="pr-1 text-muted md:hidden">
        {look && <Mark look={look} />} {label}
      </span>
      {formatCount(count)}
    </td>
  );
}

function Mark({ look }: { look: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 8 8" className={`inline-block size-2 forced-color-adjust-none ${look}`}>
      <rect width="8" height="8" />
    </svg>
  );
}

const [barWidth, barHeight] = [100, 4];

/** The figures beside it as one line, as long as the route is busy. The table says the same in words. */
function Bar({ route, most }: { route: RouteSum; most: number }) {
  const lengthOf = (some: readonly (typeof classes)[number][]) =>
    (some.reduce((sum, { member }) => sum + route[member], 0) / most) * barWidth;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${barWidth} ${barHeight}`}
      preserveAspectRatio="none"
      className="mt-1 block h-1 w-full max-w-[320px] forced-color-adjust-none"
    >
      {classes.map(({ member, mark }, index) => (
        <rect
          key={member}
          x={lengthOf(classes.slice(0, index))}
          width={lengthOf(classes.slice(index, index + 1))}
          height={barHeight}
          className={mark}
        />
      ))}
    </svg>
  );
}

function sumsByRoute(rows: readonly RouteUsage[]): RouteSum[] {
  const sums = new Map<string | null, RouteSum>();
  for (const { date: _date, ...row } of rows) {
    const sum = sums.get(row.route);
    if (!sum) sums.set(row.route, row);
    else for (const member of ["2xx", "3xx", "4xx", "5xx", "counted"] as const) sum[member] += row[member];
  }
  return [...sums.values()].sort((one, other) => totalOf(other) - totalOf(one));
}

function totalOf(route: RouteSum): number {
  return classes.reduce((total, { member }) => total + route[member], 0);
}
