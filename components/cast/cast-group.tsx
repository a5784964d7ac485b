"use client";

import { closestCenter, DndContext, PointerSensor, useSensor, useSensors, type DragEndEvent } from "@dnd-kit/core";
import { SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { capitalised } from "@/lib/resource/terms";
import { billingAfterMove, type RoleTypeGroup } from "./cast";
import { CastRow } from "./cast-row";
import { groupNames } from "./group-names";
import type { RowContext } from "./row-context";

interface Props {
  group: RoleTypeGroup;
  groups: readonly RoleTypeGroup[];
  context: RowContext;
  /** Announces a text to screen readers. */
  say(text: string): void;
}

const howTo = { draggable: "Press the up or down arrow key to move this person in the billing." };

/** The members of one role type in billing order; sortable by pointer or arrow keys. */
export function CastGroup({ group: { type, members }, groups, context, say }: Props) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const ids = members.map(({ id }) => id);

  function move(from: number, to: number) {
    if (from === to || to < 0 || to >= members.length) return;
    const numbers = billingAfterMove(groups, type, from, to);
    context.cast.patch(new Map([...numbers].map(([id, billing_order]) => [id, { billing_order }])));
    say(`${members[from]?.person.name} is now ${to + 1} of ${members.length} in ${groupNames[type]}.`);
  }

  function drop({ active, over }: DragEndEvent) {
    if (over) move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
  }

  return (
    <section aria-label={capitalised(groupNames[type])}>
      <h3 className="mb-1 font-semibold">
        {capitalised(groupNames[type])} <span className="text-sm text-muted">{members.length}</span>
      </h3>
      <DndContext
        id={`cast-${type}`}
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{ screenReaderInstructions: howTo }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol className="divide-y divide-line rounded border border-line bg-raised">
            {members.map((member, index) => (
              <CastRow key={member.id} member={member} context={context} onStep={(by) => move(index, index + by)} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </section>
  );
}
