import { useId, useState } from "react";
import { ChevronRight } from "lucide-react";
import { capitalised } from "@/lib/records/terms.browser";
import { billingAfterMove, type EditedMember, type RoleTypeGroup, groupNames } from "./cast";
import { CastRow } from "./cast-row";
import type { RowContext } from "./row-context";
import { formerInWords, type ShownGroup } from "./shown-members";
import { useRowDrag } from "./use-row-drag";

interface Props {
  group: ShownGroup;
  groups: readonly RoleTypeGroup[];
  context: RowContext;
  /** Announces a text to screen readers. */
  say(text: string): void;
}

/** The members of one role type in billing order; sortable by pointer or arrow keys. Former members are folded. */
export function CastGroup({ group: { group, shown, former }, groups, context, say }: Props) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const list = { type: group.type, all: group.members, groups, context, say };
  return (
    <section aria-label={capitalised(groupNames[group.type])}>
      <h3 className="mb-1 font-semibold">
        {capitalised(groupNames[group.type])} <span className="text-sm text-muted">{shown.length}</span>
      </h3>
      {shown.length > 0 && <MemberList {...list} members={shown} />}
      {former.length > 0 && (
        <div className="mt-1">
          <button
            type="button"
            aria-expanded={isUnfolded}
            className="flex min-h-8 items-center gap-1 rounded text-sm text-muted hover:text-ink"
            onClick={() => setIsUnfolded(!isUnfolded)}
          >
            <ChevronRight aria-hidden="true" size={16} className={isUnfolded ? "rotate-90" : ""} />
            {formerInWords(former.length)}
          </button>
          {isUnfolded && <MemberList {...list} members={former} />}
        </div>
      )}
    </section>
  );
}

interface MemberListProps extends Pick<Props, "groups" | "context" | "say"> {
  type: RoleTypeGroup["type"];
  /** Those of the group, some of whom may not be shown. */
  all: readonly EditedMember[];
  members: readonly EditedMember[];
}

function MemberList({ type, all, members, groups, context, say }: MemberListProps) {
  const helpId = useId();
  const drag = useRowDrag(move);

  function move(from: number, to: number) {
    const [moved, other] = [members[from], members[to]];
    if (from === to || !moved || !other) return;
    const numbers = billingAfterMove(groups, type, all.indexOf(moved), all.indexOf(other));
    context.cast.patch(new Map([...numbers].map(([id, billing_order]) => [id, { billing_order }])));
    say(`${moved.person.name} is now ${to + 1} of ${members.length} in ${groupNames[type]}.`);
  }

  return (
    <>
      <ol className="divide-y divide-line rounded border border-line bg-raised">
        {members.map((member, index) => (
          <CastRow
            key={member.id}
            member={member}
            context={context}
            isDragged={drag.isDragged(index)}
            style={drag.styleOf(index)}
            helpId={helpId}
            onDrag={(event) => drag.start(event, index)}
            onStep={(by) => move(index, index + by)}
          />
        ))}
      </ol>
      <p id={helpId} hidden>
        Press the up or down arrow key to move this person in the billing.
      </p>
    </>
  );
}
