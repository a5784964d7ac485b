import "server-only";
import type { Staff } from "../auth/staff.ts";
import { atomically } from "../db/rows.ts";
import { brokenRule, type BrokenRule } from "../db/errors.ts";
import { AppError } from "../errors.ts";
import { turnTaker } from "../yielding.ts";
import { invalid } from "../http/body.ts";
import type { Alteration, Draft } from "./unit-of-work.ts";
import { inOrderOfReference } from "./link-resources.ts";
import type { Resource } from "./resource.ts";
import type { Table } from "./repository.ts";

/** Large enough that a statement's own cost does not count, small enough that nobody waits for one of them. */
const most = { rows: 500, characters: 256 * 1024 };

/** What the database would not take although no rule stood against it, or somebody was quicker. */
export interface Refusal {
  /** Which of the draft's changes it was. */
  by: number;
  error: AppError;
}

interface Writing {
  draft: Draft;
  refusals: Refusal[];
  mostRefusals: number;
  /** Nothing can go on after a statement that fails alone. */
  isAlone: boolean;
  written: (records: number) => void;
}

type Write = (batch: Piece[]) => Promise<string[] | void>;
type Piece = Alteration & { json: string };

/**
 * Writes what the draft has made of the data, in few statements. Only what the changes come to is
 * written, so that what a list of them takes apart on its way (two cast members who swap their
 * roles) is whole in the end; therefore what nothing refers to is taken out first and put in last.
 *
 * @param watch is told how many of how many records are written; when it throws, so does this.
 * @param mostRefusals after that many it looks no further.
 * @returns what was refused; then the transaction must not be kept.
 */
export async function persist(
  draft: Draft,
  staff: Staff,
  { watch, mostRefusals = 1 }: { watch?: (done: number, of: number) => void; mostRefusals?: number } = {},
): Promise<Refusal[]> {
  const all = await draft.alterations();
  let done = 0;
  const refusals: Refusal[] = [];
  const written = (records: number) => watch?.((done += records), all.length);
  const writing: Writing = { draft, refusals, mostRefusals, isAlone: all.length === 1, written };
  for (const { pieces, write } of plan(draft, staff, all)) await inBatches(pieces, write, writing);
  return refusals;
}

function plan(draft: Draft, staff: Staff, all: Alteration[]): { pieces: Alteration[]; write: Write }[] {
  const { transaction } = draft;
  const parentsFirst = inOrderOfReference([...new Set(all.map(({ resource }) => resource))]);
  const trunk = parentsFirst.filter(({ dependants }) => dependants.length > 0);
  const leaves = parentsFirst.filter(({ dependants }) => dependants.length === 0);
  const step = (resources: Resource[], isMeant: (one: Alteration) => boolean, write: (table: Table) => Write) =>
    resources.map((resource) => ({
      pieces: all.filter((one) => one.resource === resource && isMeant(one)),
      write: write(resource.table),
    }));
  const remove = (table: Table) => (batch: Piece[]) =>
    table.remove(
      transaction,
      staff,
      batch.map(({ id }) => id),
    );
  const insert = (table: Table) => (batch: Piece[]) =>
    table.insert(
      transaction,
      staff,
      batch.map(({ json }) => json),
    );
  const update = (table: Table) => (batch: Piece[]) =>
    table.update(
      transaction,
      staff,
      batch.map(({ json }) => json),
    );
  return [
    ...step(leaves, ({ stored }) => stored !== null, remove),
    ...step(trunk, ({ stored, now }) => stored === null && now !== null, insert),
    ...step(trunk, ({ stored, now }) => stored !== null && now !== null, update),
    ...step(trunk.toReversed(), ({ now }) => now === null, remove),
    ...step(leaves, ({ now }) => now !== null, insert),
  ];
}

async function inBatches(alterations: Alteration[], write: Write, writing: Writing): Promise<void> {
  const turn = turnTaker();
  let batch: Piece[] = [];
  let characters = 0;
  for (const alteration of alterations) {
    const json = JSON.stringify(alteration.now);
    if (batch.length === most.rows || characters + json.length > most.characters) {
      await attempt(batch, write, writing);
      writing.written(batch.length);
      [batch, characters] = [[], 0];
    }
    batch.push({ ...alteration, json });
    characters += json.length;
    await turn();
  }
  if (batch.length === 0) return;
  await attempt(batch, write, writing);
  writing.written(batch.length);
}

/** When a batch breaks a rule of the database's, its halves are tried, down to the record that does. */
async function attempt(batch: Piece[], write: Write, writing: Writing): Promise<void> {
  const { draft, refusals, mostRefusals, isAlone } = writing;
  if (refusals.length >= mostRefusals) return;
  try {
    const taken = await (isAlone ? write(batch) : atomically(draft.transaction, () => write(batch)));
    if (!taken || taken.length === batch.length) return;
    const ids = new Set(taken);
    for (const { id, by } of batch) if (!ids.has(id)) refusals.push({ by, error: refusalOf("unique") });
  } catch (error) {
    const rule = brokenRule(error);
    if (!rule) throw error;
    const [first, ...others] = batch;
    if (first && others.length === 0) refusals.push({ by: first.by, error: refusalOf(rule) });
    else for (const half of halvesOf(batch)) await attempt(half, write, writing);
  }
}

function halvesOf(batch: Piece[]): [Piece[], Piece[]] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}

function refusalOf(rule: BrokenRule): AppError {
  switch (rule) {
    case "unique":
      return new AppError("conflict", { message: "This record already exists." });
    case "restrict":
      return new AppError("conflict", { message: "Other records refer to it." });
    case "reference":
      return new AppError("conflict", {
        message: "A record that it refers to, or that refers to it, was changed at the same moment.",
      });
    case "value":
      return invalid([{ path: "", message: "A value is outside of what can be stored." }]);
  }
}
