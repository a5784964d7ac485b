import { Trash2 } from "lucide-react";
import { Picker } from "@/components/records/form/picker";
import { IconButton } from "@/components/ui/button";
import type { Cover } from "../cast";
import type { RowContext } from "../use-cast";
import { ofRoles } from "../use-new-people-and-roles";

interface Props {
  covers: readonly Cover[];
  context: RowContext;
  /** @returns what is wrong with a field. */
  problemOf(path: string): string | undefined;
  /** @param field the one that someone types into. */
  onChange(covers: readonly Cover[], field?: string): void;
}

/** The roles that a cast member also plays when needed, in the order in which they are called. */
export function CoverFields({ covers, context: { productionId, personOrRoleOf }, problemOf, onChange }: Props) {
  const isCovered = (id: unknown) => covers.some(({ role }) => role.id === id);

  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 text-sm font-semibold">Covers</legend>
      <ul className="grid gap-1 empty:hidden">
        {covers.map(({ role, call_order }, index) => {
          const problem = problemOf(`covers.${index}.call_order`) ?? problemOf(`covers.${index}.role_id`);
          return (
            <li key={role.id} className="flex flex-wrap items-center gap-x-3">
              <bdi className="min-w-0 grow sm:basis-48">{role.name}</bdi>
              <label className="flex items-center gap-2 text-muted">
                Call order
                <input
                  inputMode="numeric"
                  autoComplete="off"
                  aria-label={`Call order for ${role.name}`}
                  aria-invalid={problem !== undefined}
                  aria-describedby={problem === undefined ? undefined : `cover-${role.id}`}
                  className="min-h-8 w-16 rounded border border-edge bg-raised px-2 text-ink aria-invalid:border-curtain"
                  value={call_order ?? ""}
                  onChange={(event) => {
                    const text = event.target.value.trim();
                    if (!/^\d{0,3}$/.test(text)) return;
                    const cover = { role, call_order: text === "" ? null : Number(text) };
                    onChange(covers.with(index, cover), `call order of ${role.id}`);
                  }}
                />
              </label>
              <IconButton
                icon={Trash2}
                label={`Remove cover ${role.name}`}
                title="Remove"
                onClick={(event) => {
                  event.currentTarget.closest("fieldset")?.querySelector("input")?.focus();
                  onChange(covers.toSpliced(index, 1));
                }}
              />
              {problem !== undefined && (
                <span id={`cover-${role.id}`} className="basis-full text-curtain">
                  {problem}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <Picker
        label="Add a role"
        {...ofRoles(productionId, null)}
        isFitting={({ id, production_id }) => production_id === productionId && !isCovered(id)}
        onChange={(chosen) => {
          const role = personOrRoleOf("roles", chosen);
          if (role && !isCovered(role.id)) onChange([...covers, { role, call_order: null }]);
        }}
      />
    </fieldset>
  );
}
