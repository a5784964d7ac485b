import { Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import type { CastPlace, EditedMember } from "../cast";
import { newEngagement } from "../engagements";
import type { RowContext } from "../row-context";
import { useRun } from "../use-run";
import { CoverFields } from "./cover-fields";
import { EngagementFields } from "./engagement-fields";
import { useDetailIssues } from "./use-detail-issues";

interface Props {
  member: EditedMember;
  context: RowContext;
  /** @param typedInto the field, while someone types. */
  patch(part: Partial<CastPlace>, typedInto?: string): void;
}

/** Edits when a member is in the cast, and the roles that they cover. */
export function MemberDetails({ member, context: { productionId, personOrRoleOf, open }, patch }: Props) {
  const { id, engagements, covers } = member;
  const run = useRun(productionId);
  const issues = useDetailIssues(member, run.data);
  const problemOf = (path: string) => issues.find((issue) => issue.path === path)?.message;
  const fields = useRef<HTMLFieldSetElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const hasIssues = issues.length > 0;
  useEffect(() => {
    if (open?.isRefused && hasIssues)
      fields.current?.parentElement?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [open, hasIssues]);

  function change(index: number, part: Partial<Engagement>, field?: string) {
    patch(
      { engagements: engagements.map((one, other) => (other === index ? { ...one, ...part } : one)) },
      field && `${field} ${index} of ${id}`,
    );
  }

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
              onChange={(part, field) => change(index, part, field)}
              onRemove={() => {
                add.current?.focus();
                patch({ engagements: engagements.filter((_, other) => other !== index) });
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
        productionId={productionId}
        covers={covers}
        personOrRoleOf={personOrRoleOf}
        problemOf={problemOf}
        onChange={(next, field) => patch({ covers: next }, field && `${field} of ${id}`)}
      />
    </div>
  );
}
