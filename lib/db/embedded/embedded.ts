import "server-only";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PGlite, protocol } from "@electric-sql/pglite";
import { PrismaPGlite } from "pglite-prisma-adapter";
import { log } from "../../core/log.ts";
import { onCrash, prepareEmbedded, prepareQueries } from "./engine.ts";
import { copySecret } from "./backups.ts";
import { DatabaseUnavailableError, type Database } from "../database.ts";
import { answerCopyRequests, copyInTwoSteps, type CopyResult } from "./copy-request.ts";
import { openChecked } from "./integrity-check.ts";
import { lockFolder, recordCleanStop } from "./folder-lock.ts";
import { PrismaClient } from "../generated/client.ts";
import { openCountJournal, replayCounts } from "./count-journal/count-journal.ts";
import { copyNewDatabase } from "./new-database.ts";

/**
 * PostgreSQL inside this process, stored in `dataDir` (absolute).
 *
 * @param hasJournal whether counts are written to a file before the table. Turning it off loses none of the file's.
 * @throws DatabaseUnavailableError when another process holds the folder, or it is damaged or can't be written. Nothing
 * in it is changed then.
 */
export async function openEmbedded(dataDir: string, hasJournal = true): Promise<Database> {
  prepareFolder(dataDir);
  const lock = await lockFolder(dataDir);
  try {
    return await openLocked(dataDir, hasJournal, () => lock.release());
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The catalogue answers the reads, so PostgreSQL's default of 128 MB of buffers would waste memory. */
const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"];

async function openLocked(dataDir: string, hasJournal: boolean, release: () => Promise<void>): Promise<Database> {
  const folder = path.join(dataDir, "postgres");
  const complete = path.join(dataDir, "postgres.complete");
  const open = async () => {
    const pglite = await PGlite.create(folder, { relaxedDurability: false, startParams });
    await replayCounts(pglite, folder);
    return pglite;
  };
  const isNew = !existsSync(complete);
  if (isNew) {
    setAside(folder);
    copyNewDatabase(folder);
  }
  const opened = isNew ? await open() : await openChecked(folder, open);
  if (isNew) writeFileSync(complete, "The database beside this file was created completely.\n");
  const hasAborted = onCrash(opened, () => log.fatal(abortMessage(dataDir)));
  prepareQueries(opened);
  const journal = hasJournal ? openCountJournal(opened, folder) : undefined;
  const copies = await answerCopyRequests(dataDir, async (target) => {
    const copied = await copyInUse(opened, folder, path.join(target, "postgres"));
    copySecret(dataDir, target);
    return copied;
  });
  const pglite = journal?.watch(opened) ?? opened;
  const prisma = new PrismaClient({ adapter: new PrismaPGlite(pglite) });

  return {
    kind: "embedded",
    place: folder,
    prisma,
    query: async <Row extends object>(sql: string, parameters: unknown[]) =>
      (await pglite.query<Row>(sql, parameters)).rows,
    prepare: (name, sql) => prepareEmbedded(opened, name, sql),
    journal,
    runScript: async (script) => {
      await pglite.exec(script);
    },
    exclusively: (work) => work(),
    close: async () => {
      await copies.close();
      await prisma.$disconnect();
      await journal?.close();
      await pglite.close();
      if (!hasAborted()) recordCleanStop(folder);
      await release();
    },
  };
}

function abortMessage(dataDir: string): string {
  const { bavail, bsize } = statfsSync(dataDir);
  const megabytes = Math.floor((bavail * bsize) / 1024 ** 2);
  return (
    `The embedded database has stopped, probably because the disk had no room for its log (${megabytes} MB are free at DATA_DIR). ` +
    "Reads are still answered from memory; nothing is written. Free disk space and restart the service. No acknowledged write is lost."
  );
}

/** No statement runs during the copy, so the files do not change and agree with each other. */
async function copyInUse(pglite: PGlite, folder: string, target: string): Promise<CopyResult> {
  let heldMilliseconds = 0;
  await copyInTwoSteps(folder, target, (work) =>
    pglite._runExclusiveTransaction(async () => {
      const from = performance.now();
      await pglite.execProtocol(protocol.serialize.query("CHECKPOINT"));
      work();
      heldMilliseconds = performance.now() - from;
    }),
  );
  return { heldMilliseconds };
}

function prepareFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const probe = path.join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnavailableError(
      `DATA_DIR (${dataDir}) can't be written: ${reason}. Set DATA_DIR to a folder that this user may write.`,
    );
  }
}

/** Moves away the folder of an interrupted first start, from which nothing was ever served. */
function setAside(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  renameSync(folder, `${folder}.interrupted-${Date.now()}`);
}
