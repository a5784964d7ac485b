import { section, staffCheck } from "../check.ts";
import { bodies, changes, resourcesInOrder } from "./examples.ts";
import { requestName } from "../client.ts";
import { made } from "../created-records.ts";
import { expectDocumented } from "../documented.ts";
import { expectBody, expectHeader, expectSame } from "../expect.ts";
import { type PublicRecord } from "../records.ts";

/** Contract §5: creates and changes six records. */
section("§5 Writes", () => {
  for (const resource of resourcesInOrder)
    staffCheck(`POST /${resource.path} returns 201, the record as in a single read, and Location`, async () => {
      const response = await made.create(resource.path, bodies[resource.path]?.() ?? {});
      const record = expectDocumented(response, 201) as PublicRecord;
      expectHeader(response, "location", `/api/${resource.path}/${encodeURIComponent(record.id)}`);
      const read = await made.write("GET", `${resource.path}/${encodeURIComponent(record.id)}`);
      expectSame(requestName(read), expectBody(read, 200), record);
      const list = expectBody(await made.write("GET", resource.path), 200) as PublicRecord[];
      expectSame("occurrences in the list", list.filter(({ id }) => id === record.id).length, 1);
    });

  staffCheck("A postcode is stored in upper case with one space", async () => {
    const response = await made.write("GET", `theatres/${made.id("theatres")}`);
    expectSame("postcode", (expectBody(response, 200) as PublicRecord)["postcode"], "WC2H 0HR");
  });

  for (const resource of resourcesInOrder)
    staffCheck(
      `PUT /${resource.path}/{id} changes the fields that the body carries, and only those; null clears`,
      async () => {
        const place = `${resource.path}/${made.id(resource.path)}`;
        const before = expectBody(await made.write("GET", place), 200) as PublicRecord;
        const [field = "", value] = changes[resource.path] ?? [];
        const response = await made.write("PUT", place, { [field]: value });
        expectSame(requestName(response), expectBody(response, 200), { ...before, [field]: value });
      },
    );

  for (const resource of resourcesInOrder)
    staffCheck(`PUT /${resource.path}/{id}: a record that was read from the list can be sent back whole`, async () => {
      const id = made.id(resource.path);
      const list = expectBody(await made.write("GET", resource.path), 200) as PublicRecord[];
      const before = expectBody(await made.write("GET", `${resource.path}/${id}`), 200);
      const response = await made.write(
        "PUT",
        `${resource.path}/${id}`,
        list.find((entry) => entry.id === id),
      );
      expectSame(requestName(response), expectBody(response, 200), before);
    });
});
