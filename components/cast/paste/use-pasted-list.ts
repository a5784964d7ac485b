import { useDeferredValue, useMemo, useState } from "react";
import { useDirectory } from "@/components/records/use-directory";
import { today } from "@/components/ui/calendar";
import { nameKey } from "@/lib/listings/search/matching.browser";
import { nextBilling, type CastPlace, type EditedMember, type RoleType } from "../cast";
import { matchRows, type Match, type RowEdit, guessOrders, mainForm, swappedOrders, type Orders } from "./match-rows";
import { peopleByName } from "../people-and-roles";
import { readCastList } from "./read-cast-list";
import { useRun } from "../use-run";

/** A list of this length without anyone known is probably read wrongly. */
const longList = 5;

/** A pasted text, how it is read, and what someone corrects in its preview. */
export function usePastedList(productionId: string, members: readonly EditedMember[]) {
  const { directory, isPending } = useDirectory(["people", "roles"]);
  const { data: run, error: runError } = useRun(productionId);
  const [text, setText] = useState("");
  const [type, setType] = useState<RoleType>("principal");
  const [isPaired, setIsPaired] = useState<boolean | undefined>(undefined);
  const [chosenOrders, setChosenOrders] = useState<Orders | null>(null);
  /** The chosen person by name; other names are matched automatically. */
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [edits, setEdits] = useState<Readonly<Record<string, RowEdit>>>({});

  const find = useMemo(
    () => peopleByName([...directory.people.values()].map(({ id, name }) => ({ id, name }))),
    [directory.people],
  );
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
  const list = useMemo(
    () => readCastList(pasted, { first: type, isPaired, isKnown: known.isPerson, isRole: known.isRole }),
    [pasted, type, isPaired, known],
  );
  const guessed = useMemo(() => guessOrders(list, known), [list, known]);
  const orders = chosenOrders ?? guessed;
  const matches = useMemo(
    () => matchRows(list.rows, { orders, find, roles, members, run, today: today(), chosen, edits }),
    [list, orders, find, roles, members, run, chosen, edits],
  );

  /** Turns the entries round, and with them what was corrected. */
  function swap() {
    const form = mainForm(list.rows);
    const turned = list.rows.flatMap((row) => {
      const edit = edits[row.key];
      const isTurned = row.form === form && row.second !== null;
      return edit && isTurned ? [[row.key, { ...edit, person: edit.role, role: edit.person, isTaken: undefined }]] : [];
    });
    setEdits({ ...edits, ...(Object.fromEntries(turned) as Record<string, RowEdit>) });
    setChosenOrders(swappedOrders(orders, list.rows));
  }

  function changeText(next: string) {
    setText(next);
    if (next.trim() !== "") return;
    setChosenOrders(null);
    setIsPaired(undefined);
    setEdits({});
  }

  return {
    text,
    changeText,
    type,
    setType,
    isPending,
    /** Whether the preview is that of the text. */
    isReady: !isPending && pasted === text && (run !== undefined || runError !== null),
    run,
    list,
    matches,
    order: orders[mainForm(list.rows)],
    isSwappable: list.rows.some(({ second, form }) => second !== null && form !== "fixed"),
    swap,
    setIsPaired,
    isNobodyKnown: matches.length >= longList && matches.every(({ place }) => place.person.isNew),
    edit: (key: string, edit: RowEdit) => setEdits((now) => ({ ...now, [key]: { ...now[key], ...edit } })),
    choose: (name: string, id: string) => setChosen({ ...chosen, [nameKey(name)]: id }),
  };
}

/** The ticked rows as entries of the cast; principals are numbered in their order. */
export function placesOf(matches: readonly Match[], members: readonly EditedMember[]): CastPlace[] {
  let principals = nextBilling(members, "principal") ?? 1;
  return matches
    .filter(({ isTaken }) => isTaken)
    .map(({ place }) => ({ ...place, billing_order: place.role_type === "principal" ? principals++ : null }));
}
