import { section, type World } from "../check.ts";
import { header, nameOf } from "../client.ts";
import { bodyOf, fits, same } from "../expect.ts";
import type { PublicRecord } from "../records.ts";
import { bodies, changes, inOrder } from "./examples.ts";

/** Contract §5: six records are created, and changed. */
export const writes = section("§5 Writes", [
  ...inOrder.map((noun) => ({
    name: `POST /${noun.path} creates: 201, the record as its single read shows it, Location`,
    needs: "staff" as const,
    cost: { account: 3 },
    run: async (world: World) => {
      const { made } = world;
      const answer = await made.create(noun.path, bodies[noun.path]?.(world) ?? {});
      const record = fits(nameOf(answer), bodyOf(answer, 201), noun.record) as PublicRecord;
      same("Location", header(answer, "location"), `/api/${noun.path}/${encodeURIComponent(record.id)}`);
      const read = await made.write("GET", `${noun.path}/${encodeURIComponent(record.id)}`);
      same(nameOf(read), bodyOf(read, 200), record);
      const list = bodyOf(await made.write("GET", noun.path), 200) as PublicRecord[];
      same("times that it stands in the list", list.filter(({ id }) => id === record.id).length, 1);
    },
  })),
  {
    name: "A postcode is stored in upper case with one space",
    needs: "staff",
    cost: { account: 1 },
    run: async ({ made }) => {
      const answer = await made.write("GET", `theatres/${made.id("theatres")}`);
      same("postcode", (bodyOf(answer, 200) as PublicRecord)["postcode"], "WC2H 0HR");
    },
  },
  ...inOrder.map((noun) => ({
    name: `PUT /${noun.path}/{id} changes the fields that the body carries, and only those; null clears`,
    needs: "staff" as const,
    cost: { account: 2 },
    run: async ({ made }: World) => {
      const place = `${noun.path}/${made.id(noun.path)}`;
      const before = bodyOf(await made.write("GET", place), 200) as PublicRecord;
      const [field = "", value] = changes[noun.path] ?? [];
      const answer = await made.write("PUT", place, { [field]: value });
      same(nameOf(answer), bodyOf(answer, 200), { ...before, [field]: value });
    },
  })),
  ...inOrder.map((noun) => ({
    name: `PUT /${noun.path}/{id}: a record that was read from the list can be sent back whole`,
    needs: "staff" as const,
    cost: { account: 3 },
    run: async ({ made }: World) => {
      const id = made.id(noun.path);
      const list = bodyOf(await made.write("GET", noun.path), 200) as PublicRecord[];
      const before = bodyOf(await made.write("GET", `${noun.path}/${id}`), 200);
      const answer = await made.write(
        "PUT",
        `${noun.path}/${id}`,
        list.find((entry) => entry.id === id),
      );
      same(nameOf(answer), bodyOf(answer, 200), before);
    },
  })),
]);
