"use client";

import { useSortable } from "@dnd-kit/sortable";
import { GripVertical } from "lucide-react";
import { useState } from "react";
import { RecordLink } from "@/components/directory/record-link";
import { Button } from "@/components/ui/button";
import type { EditedMember } from "./cast";
import { EditMember } from "./edit-member";
import type { Cast } from "./use-cast";

interface Props {
  member: EditedMember;
  productionId: string;
  cast: Cast;
  onStep(by: 1 | -1): void;
}

/** A cast member with billing, person, role and actions. */
export function CastRow({ member, productionId, cast, onStep }: Props) {
  const { id, person, role, billing_order, state } = member;
  const [isEdited, setIsEdited] = useState(false);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const place = transform && `translate3d(0, ${Math.round(transform.y)}px, 0)`;
  const isRemoved = state === "removed";
  return (
    <li
      ref={setNodeRef}
      style={{ transform: place ?? undefined, transition }}
      className={`relative flex flex-wrap items-center gap-x-3 gap-y-1 p-2 text-sm ${isDragging ? "z-10 bg-sunken" : ""}`}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`Move ${person.name}`}
        className="flex size-8 cursor-grab touch-none items-center justify-center rounded text-muted hover:bg-sunken"
        onKeyDown={(event) => {
          const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
          if (by === null) return;
          event.preventDefault();
          onStep(by);
        }}
      >
        <GripVertical aria-hidden="true" size={16} />
      </button>
      <span
        className="w-8 text-right font-mono text-muted"
        aria-label={billing_order === null ? "No billing" : "Billing"}
      >
        {billing_order ?? "–"}
      </span>
      <span className={`min-w-0 grow basis-48 ${isRemoved ? "text-muted line-through" : ""}`}>
        {person.isNew ? (
          <span className="font-semibold">{person.name}</span>
        ) : (
          <RecordLink path="people" id={person.id}>
            {person.name}
          </RecordLink>
        )}
        {role && <span className="text-muted"> — {role.name}</span>}
      </span>
      <State member={member} />
      {isRemoved ? (
        <Button look="plain" aria-label={`Restore ${person.name}`} onClick={() => cast.giveBack(id)}>
          Restore
        </Button>
      ) : (
        <>
          <Button
            look="plain"
            aria-label={`Edit ${person.name}`}
            aria-expanded={isEdited}
            onClick={() => setIsEdited(!isEdited)}
          >
            Edit
          </Button>
          <Button look="plain" aria-label={`Remove ${person.name}`} onClick={() => cast.remove(id)}>
            Remove
          </Button>
        </>
      )}
      {isEdited && !isRemoved && (
        <EditMember
          member={member}
          productionId={productionId}
          onPatch={(patch) => cast.patch(new Map([[id, patch]]))}
        />
      )}
    </li>
  );
}

function State({ member: { state, person, role } }: { member: EditedMember }) {
  const news = [person.isNew && "new person", role?.isNew && "new role"].filter(Boolean).join(", ");
  const words = state === "as saved" ? news : news === "" ? state : `${state}, ${news}`;
  return words === "" ? null : <span className="text-muted italic">{words}</span>;
}
