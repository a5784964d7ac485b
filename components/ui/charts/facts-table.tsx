import type { ReactNode } from "react";

interface Props {
  label: string;
  /** The heads of the columns: the group, what a line is about, and its two days. */
  columns: readonly [string, string, string, string];
  groups: readonly {
    key: string;
    /** The head of the group's lines. */
    title: ReactNode;
    lines: readonly { key: string; what: ReactNode; from: ReactNode; to: ReactNode }[];
  }[];
}

/** The facts of a chart of bars, as text behind its title: a line for each bar. */
export function FactsTable({ label, columns, groups }: Props) {
  return (
    <details className="min-w-0">
      <summary className="cursor-pointer py-1 text-sm font-semibold">The same as a table</summary>
      <div className="mt-2">
        {/* It scrolls sideways where the window is narrow. */}
        <div
          role="region"
          aria-label={label}
          tabIndex={0}
          className="overflow-x-auto rounded border border-line bg-raised"
        >
          <table className="w-full min-w-[600px] border-collapse text-left text-sm">
            <thead className="bg-sunken">
              <tr>
                {columns.map((title) => (
                  <th key={title} scope="col" className="px-3 py-2 font-semibold">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map(({ key: group, title, lines }) => (
              <tbody key={group} className="border-t border-line">
                {lines.map(({ key, what, from, to }, index) => (
                  <tr key={key}>
                    {index === 0 && (
                      <th scope="rowgroup" rowSpan={lines.length} className="px-3 py-1 align-top font-normal">
                        {title}
                      </th>
                    )}
                    <td className="px-3 py-1">{what}</td>
                    <td className="px-3 py-1 whitespace-nowrap">{from}</td>
                    <td className="px-3 py-1 whitespace-nowrap">{to}</td>
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </div>
      </div>
    </details>
  );
}
