import { section, type CheckContext } from "../check.ts";
import { header, requestName } from "../client.ts";
import { expectBody, expectSchema, expectSame } from "../expect.ts";
import type { PublicRecord } from "../records.ts";
import { bodies, changes, nounsInOrder } from "./examples.ts";

/** Contract §5: creates and changes six records. */
export const writes = section("§5 Writes", [
  ...nounsInOrder.map((noun) => ({
    name: `POST /${noun.path} returns 201, the record as in a single read, and Location`,
    needs: "staff" as const,
    cost: { account: 3 },
    run: async (world: CheckContext) => {
      const { made } = world;
      const answer = await made.create(noun.path, bodies[noun.path]?.(world) ?? {});
      const record = expectSchema(requestName(answer), expectBody(answer, 201), noun.record) as PublicRecord;
      expectSame("Location", header(answer, "location"), `/api/${noun.path}/${encodeURIComponent(record.id)}`);
      const read = await made.write("GET", `${noun.path}/${encodeURIComponent(record.id)}`);
      expectSame(requestName(read), expectBody(read, 200), record);
      const list = expectBody(await made.write("GET", noun.path), 200) as PublicRecord[];
      expectSame("occurrences in the list", list.filter(({ id }) => id === record.id).length, 1);
    },
  })),
  {
    name: "A postcode is stored in upper case with one space",
    needs: "staff",
    cost: { account: 1 },
    run: async ({ made }) => {
      const answer = await made.write("GET", `theatres/${made.id("theatres")}`);
      expectSame("postcode", (expectBody(answer, 200) as PublicRecord)["postcode"], "WC2H 0HR");
    },
  },
  ...nounsInOrder.map((noun) => ({
    name: `PUT /${noun.path}/{id} changes the fields that the body carries, and only those; null clears`,
    needs: "staff" as const,
    cost: { account: 2 },
    run: async ({ made }: CheckContext) => {
      const place = `${noun.path}/${made.id(noun.path)}`;
      const before = expectBody(await made.write("GET", place), 200) as PublicRecord;
      const [field = "", value] = changes[noun.path] ?? [];
      const answer = await made.write("PUT", place, { [field]: value });
      expectSame(requestName(answer), expectBody(answer, 200), { ...before, [field]: value });
    },
  })),
  ...nounsInOrder.map((noun) => ({
    name: `PUT /${noun.path}/{id}: a record that was read from the list can be sent back whole`,
    needs: "staff" as const,
    cost: { account: 3 },
    run: async ({ made }: CheckContext) => {
      const id = made.id(noun.path);
      const list = expectBody(await made.write("GET", noun.path), 200) as PublicRecord[];
      const before = expectBody(await made.write("GET", `${noun.path}/${id}`), 200);
      const answer = await made.write(
        "PUT",
        `${noun.path}/${id}`,
        list.find((entry) => entry.id === id),
      );
      expectSame(requestName(answer), expectBody(answer, 200), before);
    },
  })),
]);
