import { Picker } from "@/components/records/form/picker";
import { SelectCheckbox, type Selection } from "@/components/records/list/selection";
import { IconButton } from "@/components/ui/button";
import { Field, SelectField } from "@/components/ui/field";
import { late } from "@/components/ui/late";
import { roleTypes } from "@/lib/resources/cast-members/terms.browser";
import { GripVertical, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useEffect, useRef, useState, type CSSProperties, type PointerEvent } from "react";
import type { CastPlace, EditedMember, PersonOrRole, RoleType, RoleTypeGroup } from "./cast";
import { MemberText, castRowClass } from "./first-cast";
import type { Cast } from "./use-cast";
import type { PersonOrRoleOf } from "./use-new-people-and-roles";

/** The row that is open for editing. */
export interface OpenRow {
  id: string;
  /** Whether it has just moved to another group, with the control that had the focus. */
  isMoved: boolean;
  /** Whether its dates or covers kept the cast from being saved. */
  isRefused?: boolean;
}

/** What the rows of all groups share. */
export interface RowContext {
  productionId: string;
  cast: Cast;
  groups: readonly RoleTypeGroup[];
  selection: Selection;
  open: OpenRow | null;
  setOpen(open: OpenRow | null): void;
  personOrRoleOf: PersonOrRoleOf;
  /** Announces a text to screen readers. */
  say(text: string): void;
}

interface Props {
  member: EditedMember;
  context: RowContext;
  isDragged: boolean;
  /** Where the row is shown while one is dragged. */
  style: CSSProperties | undefined;
  /** The id of the text on how to move the row by keyboard. */
  helpId: string;
  onDrag(event: PointerEvent<HTMLElement>): void;
  onStep(by: 1 | -1): void;
}

/** A cast member with billing, person, role, dates and actions. */
export function CastRow({ member, context, isDragged, style, helpId, onDrag, onStep }: Props) {
  const { id, person, state } = member;
  const { cast, selection, open, setOpen } = context;
  const isRemoved = state === "removed";
  const isOpen = open?.id === id && !isRemoved;

  function removeOrRestore(row: Element | null) {
    if (isRemoved) cast.giveBack(id);
    else {
      // An unsaved row disappears, and the focus with it.
      if (state === "added") (neighbourOf(row) ?? row?.closest("#cast"))?.querySelector("button")?.focus();
      cast.remove([id]);
    }
  }

  return (
    <li style={style} className={`${castRowClass} ${isDragged ? "z-10 bg-sunken" : ""}`}>
      <span className="flex h-[34px] w-4 items-center">
        {!isRemoved && <SelectCheckbox id={id} name={person.name} selection={selection} />}
      </span>
      <button
        type="button"
        aria-label={`Move ${person.name}`}
        aria-describedby={helpId}
        className="flex h-8 w-6 cursor-grab touch-none items-center justify-center rounded text-muted hover:text-ink"
        onPointerDown={onDrag}
        onKeyDown={(event) => {
          const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
          if (by === null) return;
          event.preventDefault();
          onStep(by);
        }}
      >
        <GripVertical aria-hidden="true" size={16} />
      </button>
      <MemberText member={member} />
      {!isRemoved && (
        <IconButton
          icon={Pencil}
          label={`Edit ${person.name}`}
          title="Edit"
          aria-expanded={isOpen}
          onClick={() => setOpen(isOpen ? null : { id, isMoved: false })}
        />
      )}
      <IconButton
        key="remove"
        icon={isRemoved ? RotateCcw : Trash2}
        label={`${isRemoved ? "Restore" : "Remove"} ${person.name}`}
        title={isRemoved ? "Restore" : "Remove"}
        onClick={(event) => removeOrRestore(event.currentTarget.closest("li"))}
      />
      {isOpen && <EditMember {...{ member, context }} />}
    </li>
  );
}

function neighbourOf(row: Element | null): Element | null {
  return row?.nextElementSibling ?? row?.previousElementSibling ?? null;
}

const MemberDetails = late(() => import("./details/member-details"), "MemberDetails");

/** Edits a cast member: person, role, type, billing, dates and covers, and the names of a new person and role. */
function EditMember({ member, context }: Pick<Props, "member" | "context">) {
  const { id, person, role, role_type, billing_order } = member;
  const { productionId, cast, personOrRoleOf, open, setOpen } = context;
  const isMoved = open?.isMoved;
  const type = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (isMoved) type.current?.focus();
  }, [isMoved]);
  const patch = (part: Partial<CastPlace>, typedInto?: string) => cast.patch(new Map([[id, part]]), typedInto);

  return (
    <>
      <div className="grid basis-full gap-3 py-2 pr-2 sm:grid-cols-[1fr_1fr_128px_80px]">
        <Picker
          label="Person"
          path="people"
          value={person.id}
          nameUntilSaved={person.isNew ? person.name : undefined}
          onChange={(chosen) => {
            const chosenPerson = personOrRoleOf("people", chosen);
            if (chosenPerson) patch({ person: chosenPerson });
          }}
        />
        <Picker
          label="Role"
          path="roles"
          value={role?.id ?? ""}
          nameUntilSaved={role?.isNew ? role.name : undefined}
          isFitting={(one) => one["production_id"] === productionId}
          initial={{ production_id: productionId }}
          onChange={(chosen) => patch({ role: personOrRoleOf("roles", chosen) })}
        />
        <SelectField
          ref={type}
          label="Type"
          value={role_type}
          onChange={(event) => {
            patch({ role_type: event.target.value as RoleType });
            setOpen({ id, isMoved: true });
          }}
          options={roleTypes}
        />
        <Field
          label="Billing"
          inputMode="numeric"
          value={billing_order ?? ""}
          onChange={(event) => {
            const text = event.target.value.trim();
            if (/^\d{0,5}$/.test(text)) patch({ billing_order: text === "" ? null : Number(text) }, `billing of ${id}`);
          }}
        />
        {person.isNew && <NewName label="Name of the new person" record={person} rename={cast.rename} />}
        {role?.isNew && <NewName label="Name of the new role" record={role} rename={cast.rename} />}
      </div>
      <MemberDetails {...{ member, productionId, personOrRoleOf, open, patch }} />
    </>
  );
}

/** The name of an unsaved person or role. An empty one is not taken over. */
function NewName({
  label,
  record: { id, name },
  rename,
}: Pick<Cast, "rename"> & { label: string; record: PersonOrRole }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field
      label={label}
      value={typed ?? name}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        if (text.trim() !== "") rename(id, text.trim());
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
