import type { ReactNode } from "react";

interface Props {
  label: string;
  columns: readonly string[];
  /** The bodies. */
  children: ReactNode;
}

/** A table that scrolls sideways where the window is narrow. */
export function ScrollingTable({ label, columns, children }: Props) {
  return (
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto rounded border border-line bg-raised">
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
        {children}
      </table>
    </div>
  );
}
