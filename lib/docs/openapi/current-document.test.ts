import { expect, test } from "vitest";
import { Catalogue } from "../../catalogue/catalogue.ts";
import { DerivedValues } from "../../catalogue/derived.ts";
import { ComputedReads } from "../../core/computed-reads.ts";
import { openEmbedded } from "../../db/embedded/embedded.ts";
import { migrate } from "../../db/migrate.ts";
import { parseEnv } from "../../settings/env.ts";
import { routes } from "../../routes.ts";
import { folderOfTest } from "../../../test/databases.ts";
import { currentDocument } from "./document-routes.ts";

test("the document is built once while its examples are the same, and has an example as soon as a record exists", async () => {
  const database = await openEmbedded(folderOfTest());
  await migrate(database, process.cwd());
  const catalogue = new Catalogue(database);
  const derived = new DerivedValues(catalogue, new ComputedReads(), Date.now);
  const service = { catalogue, derived, settings: parseEnv({}) };

  const first = await currentDocument(routes, service, 1);
  const again = await currentDocument(routes, service, 1);
  await database.prisma.show.create({ data: { id: "hamlet", name: "Hamlet", type: "play" } });
  const unaware = await currentDocument(routes, service, null);
  const afterWrite = await currentDocument(routes, service, 2);
  await database.close();

  expect(again).toBe(first);
  expect(unaware).toBe(first);
  expect(first.identity.toString()).not.toContain("hamlet");
  expect(afterWrite.identity.toString()).toContain('"example":{"id":"hamlet","name":"Hamlet"');
});
