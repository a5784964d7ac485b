import { Picker } from "@/components/records/form/picker";
import { Button, IconButton } from "@/components/ui/button";
import { useLoaded } from "@/components/ui/late";
import { Plus, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import type { CastPlace, Cover, EditedMember } from "../cast";
import { newEngagement } from "../engagements";
import { ofRoles } from "../people-and-roles";
import type { RowContext } from "../use-cast";
import { useRun } from "../use-run";
import { EngagementFields } from "./engagement-fields";

/** Null if the rules can’t be loaded: then only the API validates. */
const loadRules = () => import("./detail-rules").catch(() => null);

interface Props {
  member: EditedMember;
  context: RowContext;
  /** @param typedInto the field, while someone types. */
  patch(part: Partial<CastPlace>, typedInto?: string): void;
}

/** Edits when a member is in the cast, and the roles that they cover. */
export function MemberDetails({ member, context, patch }: Props) {
  const { id, engagements, covers } = member;
  const { productionId, open } = context;
  const run = useRun(productionId);
  const issues = useLoaded(loadRules)?.detailIssues(member, run.data) ?? [];
  const problemOf = (path: string) => issues.find((issue) => issue.path === path)?.message;
  const fields = useRef<HTMLFieldSetElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const hasIssues = issues.length > 0;
  useEffect(() => {
    if (open?.isRefused && hasIssues)
      fields.current?.parentElement?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [open, hasIssues]);

  return (
    <div className="grid basis-full gap-4 pr-2 pb-3">
      <fieldset ref={fields} className="grid min-w-0 gap-3">
        <legend className="mb-2 text-sm font-semibold">In the cast</legend>
        {engagements.map((engagement, index) => (
          <div key={index}>
            <EngagementFields
              number={index + 1}
              engagement={engagement}
              problemOf={(field) => problemOf(`engagements.${index}.${field}`)}
              onChange={(part, field) => {
                const changed = engagements.with(index, { ...engagement, ...part });
                patch({ engagements: changed }, field && `${field} ${index} of ${id}`);
              }}
              onRemove={() => {
                add.current?.focus();
                patch({ engagements: engagements.toSpliced(index, 1) });
              }}
            />
            {[problemOf(`engagements.${index}`), problemOf(`engagements.${index}.ended`)].map(
              (problem) =>
                problem !== undefined && (
                  <p key={problem} className="text-curtain">
                    Engagement {index + 1} {problem}.
                  </p>
                ),
            )}
          </div>
        ))}
        <Button
          ref={add}
          icon={Plus}
          className="justify-self-start"
          onClick={() => patch({ engagements: [...engagements, newEngagement] })}
        >
          {engagements.length === 0 ? "Add dates" : "Add another engagement"}
        </Button>
      </fieldset>
      <CoverFields
        covers={covers}
        context={context}
        problemOf={problemOf}
        onChange={(next, field) => patch({ covers: next }, field && `${field} of ${id}`)}
      />
    </div>
  );
}

interface CoverProps {
  covers: readonly Cover[];
  context: RowContext;
  /** @returns what is wrong with a field. */
  problemOf(path: string): string | undefined;
  /** @param field the one that someone types into. */
  onChange(covers: readonly Cover[], field?: string): void;
}

/** The roles that a cast member also plays when needed, in the order in which they are called. */
function CoverFields({ covers, context: { productionId, personOrRoleOf }, problemOf, onChange }: CoverProps) {
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
