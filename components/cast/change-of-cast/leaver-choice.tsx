import { useState } from "react";
import { createMatcher, nameKey } from "@/lib/listings/search/matching.browser";
import { today } from "@/components/ui/calendar";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { capitalised } from "@/lib/records/terms.browser";
import { groupsOf, type EditedMember, groupNames } from "../cast";
import { engagementInWords } from "../engagements";

interface Props {
  /** Those who can leave. */
  members: readonly EditedMember[];
  chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
}

/** Ticks the members of a cast who leave: one by one, or a whole group. */
export function LeaverChoice({ members, chosen, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const matches = createMatcher(typed);
  const groups = groupsOf(
    members.filter(({ person, role }) => matches(nameKey(`${person.name} ${role?.name ?? ""}`))),
  ).filter((group) => group.members.length > 0);

  function change(ids: readonly string[], isChosen: boolean) {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  }

  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-semibold">Who leaves</legend>
      <Field
        label="Search the cast"
        type="search"
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="fading-ends max-h-[max(20rem,60dvh)] overflow-y-auto rounded border border-edge">
        {groups.length === 0 && <p className="p-3 text-sm text-muted">No one in the cast matches.</p>}
        {groups.map(({ type, members: group }) => {
          const ids = group.map(({ id }) => id);
          const areAll = ids.every((id) => chosen.has(id));
          return (
            <div
              key={type}
              role="group"
              aria-label={capitalised(groupNames[type])}
              className="border-b border-line p-2 last:border-b-0"
            >
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h3 className="text-sm font-semibold">{capitalised(groupNames[type])}</h3>
                <Button className="min-h-8! px-3!" onClick={() => change(ids, !areAll)}>
                  {areAll ? "Clear" : "All"} {groupNames[type]}
                </Button>
              </div>
              {group.map(({ id, person, role, engagements }) => (
                <label key={id} className="flex min-h-[34px] cursor-pointer flex-wrap items-center gap-x-3 text-sm">
                  <input
                    type="checkbox"
                    className="size-4 shrink-0 accent-curtain"
                    checked={chosen.has(id)}
                    onChange={(event) => change([id], event.target.checked)}
                  />
                  <bdi className="min-w-0 sm:basis-48">{person.name}</bdi>
                  <bdi className="min-w-0 grow text-muted">{role?.name}</bdi>
                  <span className="text-muted">
                    {engagements.map((one) => engagementInWords(one, today())).join("; ") || "dates unknown"}
                  </span>
                </label>
              ))}
            </div>
          );
        })}
      </div>
      <p role="status" className="text-sm text-muted">
        {chosen.size === 0 ? "No one" : `${chosen.size} of ${members.length}`} selected
      </p>
    </fieldset>
  );
}
