"use client";

import { useId } from "react";
import { capitalised } from "@/lib/resource/terms";
import { billingAfterMove, type RoleTypeGroup, groupNames } from "./cast";
import { CastRow } from "./cast-row";
import type { RowContext } from "./row-context";
import { useRowDrag } from "./use-row-drag";

interface Props {
  group: RoleTypeGroup;
  groups: readonly RoleTypeGroup[];
  context: RowContext;
  /** Announces a text to screen readers. */
  say(text: string): void;
}

/** The members of one role type in billing order; sortable by pointer or arrow keys. */
export function CastGroup({ group: { type, members }, groups, context, say }: Props) {
  const helpId = useId();
  const drag = useRowDrag(move);

  function move(from: number, to: number) {
    if (from === to || to < 0 || to >= members.length) return;
    const numbers = billingAfterMove(groups, type, from, to);
    context.cast.patch(new Map([...numbers].map(([id, billing_order]) => [id, { billing_order }])));
    say(`${members[from]?.person.name} is now ${to + 1} of ${members.length} in ${groupNames[type]}.`);
  }

  return (
    <section aria-label={capitalised(groupNames[type])}>
      <h3 className="mb-1 font-semibold">
        {capitalised(groupNames[type])} <span className="text-sm text-muted">{members.length}</span>
      </h3>
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
    </section>
  );
}
