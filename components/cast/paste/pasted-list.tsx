import { useDirectory } from "@/components/records/use-directory";
import { Button } from "@/components/ui/button";
import { today } from "@/components/ui/calendar";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { nameKey } from "@/lib/listings/search/matching.browser";
import { ArrowLeftRight } from "lucide-react";
import { useDeferredValue, useMemo, useState, type ReactNode } from "react";
import type { EditedMember } from "../cast";
import { AddToCast, JoiningFields, useJoining } from "../joining";
import { newAmong, peopleByName } from "../people-and-roles";
import type { AddingDialogProps } from "../use-cast";
import { useRun } from "../use-run";
import { guessOrders, matchRows, placesOf, type Orders, type RowEdit } from "./match-rows";
import { PastedRow } from "./pasted-row";
import { readCastList, type SkippedLine } from "./read-cast-list";
import type { Order } from "./text-kinds";

const orderNames = { "name first": "Name – Role", "role first": "Role – Name" };

function otherOrder(order: Order): Order {
  return order === "name first" ? "role first" : "name first";
}

/** Adds a pasted cast list, with a preview in which every row can be corrected. */
export function PasteDialog({ productionId, members, onAdd, onDismiss }: AddingDialogProps) {
  const pasted = usePastedList(productionId, members);
  const joining = useJoining(pasted.run, members);
  const places = placesOf(pasted.matches, members);
  const [people, roles] = [newAmong(places.map(({ person }) => person)), newAmong(places.map(({ role }) => role))];
  return (
    <Dialog title="Paste a cast list" size="wide" onDismiss={pasted.text === "" ? onDismiss : undefined}>
      <PastedList pasted={pasted}>
        <JoiningFields joining={joining} />
      </PastedList>
      <AddToCast
        {...{ joining, places, onAdd, onDismiss }}
        isReady={pasted.isReady}
        news={pasted.matches.length > 0 ? `${people.length} new people, ${roles.length} new roles` : null}
      />
    </Dialog>
  );
}

interface ListProps {
  pasted: ReturnType<typeof usePastedList>;
  /** What is asked about all rows, above the preview. */
  children?: ReactNode;
}

/** The text of a cast list, and its preview in which every row can be corrected. */
export function PastedList({ pasted, children }: ListProps) {
  const { text, list, matches, order, isPending } = pasted;
  return (
    <>
      <TextField
        label="Cast list"
        hint="From a programme, a website or a spreadsheet. A heading like “Ensemble” applies to the names below it."
        rows={6}
        value={text}
        onChange={(event) => pasted.changeText(event.target.value)}
      />
      {isPending && text !== "" && <p className="text-sm text-muted">Loading known people…</p>}
      {order && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <span role="status">
            Read as <strong>{orderNames[order]}</strong>
          </span>
          <Button onClick={pasted.swap}>
            {orderNames[order]} <ArrowLeftRight aria-hidden="true" size={16} />
            <span className="sr-only">to</span> {orderNames[otherOrder(order)]}
          </Button>
        </div>
      )}
      {matches.length > 0 && children}
      {matches.length > 0 && (
        <ol aria-label="Preview" className="divide-y divide-line rounded border border-line">
          {matches.map((match, index) => (
            <PastedRow
              key={match.row.key}
              match={match}
              number={index + 1}
              onEdit={(edit) => pasted.edit(match.row.key, edit)}
              onChoose={(id) => pasted.choose(match.person, id)}
            />
          ))}
        </ol>
      )}
      <SkippedLines lines={list.skipped} />
    </>
  );
}

/** The lines of a pasted text that are no entries, each with the reason. */
function SkippedLines({ lines }: { lines: readonly SkippedLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="skipped-lines" className="text-sm">
      <h3 id="skipped-lines" className="font-semibold">
        {lines.length === 1 ? "1 skipped line" : `${lines.length} skipped lines`}
      </h3>
      <ul className="mt-1 grid gap-1 text-muted">
        {lines.map(({ line, text, reason }) => (
          <li key={line} className="break-words">
            <span className="font-mono">{line}</span> {text} <span className="italic">({reason})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A pasted text, how it is read, and what someone corrects in its preview. */
export function usePastedList(productionId: string, members: readonly EditedMember[]) {
  const { directory, isPending } = useDirectory(["people", "roles"]);
  const { data: run, error: runError } = useRun(productionId);
  const [text, setText] = useState("");
  const [chosenOrders, setChosenOrders] = useState<Orders | null>(null);
  /** The chosen person by name; other names are matched automatically. */
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [edits, setEdits] = useState<Readonly<Record<string, RowEdit>>>({});

  const find = useMemo(() => peopleByName(directory.people.values()), [directory.people]);
  const roles = useMemo(
    () => [...directory.roles.values()].filter((role) => role.production_id === productionId),
    [directory.roles, productionId],
  );
  const pasted = useDeferredValue(text);
  const known = useMemo(() => {
    const names = new Set(roles.map(({ name }) => nameKey(name)));
    return {
      isPerson: (name: string) => find(name).same.length > 0,
      isRole: (name: string) => names.has(nameKey(name)),
    };
  }, [find, roles]);
  const list = useMemo(() => readCastList(pasted, known), [pasted, known]);
  const guessed = useMemo(() => guessOrders(list, known), [list, known]);
  const orders = chosenOrders ?? guessed;
  const withBoth = list.rows.filter(({ second }) => second !== null);
  /** The form whose order the whole list is said to have: brackets only when there are no others. */
  const form = (["separated", "bracketed"] as const).find((one) => withBoth.some((row) => row.form === one));
  const matches = useMemo(
    () => matchRows(list.rows, { orders, find, roles, members, run, today: today(), chosen, edits }),
    [list, orders, find, roles, members, run, chosen, edits],
  );

  /** Turns the entries round, and with them what was corrected. */
  function swap() {
    if (!form) return;
    const turned = withBoth.flatMap((row): [string, RowEdit][] => {
      const edit = row.form === form ? edits[row.key] : undefined;
      return edit ? [[row.key, { ...edit, person: edit.role, role: edit.person, isTaken: undefined }]] : [];
    });
    setEdits({ ...edits, ...Object.fromEntries(turned) });
    setChosenOrders({ ...orders, [form]: otherOrder(orders[form]) });
  }

  function changeText(next: string) {
    setText(next);
    if (next.trim() !== "") return;
    setChosenOrders(null);
    setEdits({});
  }

  return {
    text,
    changeText,
    isPending,
    /** Whether the preview is that of the text. */
    isReady: !isPending && pasted === text && (run !== undefined || runError !== null),
    run,
    runError,
    list,
    matches,
    /** Null where every entry says which side is the person. */
    order: form ? orders[form] : null,
    swap,
    edit: (key: string, edit: RowEdit) => setEdits((now) => ({ ...now, [key]: { ...now[key], ...edit } })),
    choose: (name: string, id: string) => setChosen({ ...chosen, [nameKey(name)]: id }),
  };
}
