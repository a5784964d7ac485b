import type { ListedKey } from "@/lib/keys/schema";
import type { KeyActions } from "./key-actions";
import { KeyRow } from "./key-row";

const columns = ["Key", "State", "Used today", "Last 30 days", "Last used", "Created", "Expires"];

interface Props extends KeyActions {
  label: string;
  keys: ListedKey[];
  /** All keys of the account. */
  all: ListedKey[];
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * A table on wide screens, cards on narrow ones. CSS that changes `display` removes a table's implicit roles, so each
 * part states its role.
 */
export function KeyTable({ label, keys, ...rest }: Props) {
  return (
    <table role="table" aria-label={label} className="w-full text-left text-sm max-xl:block">
      <thead role="rowgroup" className="text-muted max-xl:sr-only">
        <tr role="row" className="border-b border-line">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col" className="py-2 pr-4 font-normal whitespace-nowrap">
              {column}
            </th>
          ))}
          <th role="columnheader" scope="col" className="py-2 font-normal">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-xl:grid max-xl:gap-4">
        {keys.map((key) => (
          <KeyRow key={key.id} record={key} columns={columns.length + 1} {...rest} />
        ))}
      </tbody>
    </table>
  );
}
