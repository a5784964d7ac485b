import { expect, test } from "vitest";
import { processSingleton } from "../../core/process-singleton.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { until } from "../../../test/until.ts";
import { DeviceCookie } from "./device-cookie.ts";
import { HashingQueue } from "./hashing-queue.ts";
import { hashPassword } from "./password.ts";
import { signIn } from "./sign-in.ts";

const password = "correct horse battery";
const networks = 12;

const service = useService(fastestDatabase);

// `sign-in-faults.test.ts` has the attack on the running service.
test("while many networks try again and again, the owner's turn comes before theirs, from a new and from a known browser", async () => {
  const { database } = service.infrastructure;
  const email = "owner@example.com";
  await database.prisma.account.create({
    data: { id: email, email, password: await hashPassword(password, "192.0.2.1") },
  });
  const device = new DeviceCookie(undefined, "a secret of the test");
  await signIn(database, { email, password }, "192.0.2.2", Date.now, { device });

  const queue = processSingleton("hashing", () => new HashingQueue());
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  // Nothing else is hashed until all are in the queue.
  const busy = [
    queue.run("198.18.1.1", () => released),
    queue.run("198.18.2.1", () => released),
    queue.run("198.18.3.1", () => released, { knownAccount: "another" }),
  ];
  const started: string[] = [];
  /** The queue asks whether the caller is gone when it starts the hash, and never before. */
  const noteStart = (name: string) => () => {
    if (isReleased) started.push(name);
    return false;
  };
  let isReleased = false;
  const crowd = Array.from({ length: networks * 2 }, (_, index) =>
    signIn(
      database,
      { email: `stranger-${index}@example.com`, password: "wrong" },
      `10.0.${index % networks}.1`,
      Date.now,
      {
        isGone: noteStart("an attempt"),
      },
    ),
  );
  await until("the crowd waits", () => queue.waiting === networks * 2);
  // The queue is that of all tests of this process, so the new browser's network is one that no other test uses.
  const owner = [
    signIn(database, { email, password }, "100.127.201.1", Date.now, { isGone: noteStart("new") }),
    signIn(database, { email, password }, "203.0.114.1", Date.now, { device, isGone: noteStart("known") }),
  ];
  await until("the owner waits", () => queue.waiting === networks * 2 + 2);
  isReleased = true;
  release();

  expect(await Promise.all(owner)).toEqual([expect.objectContaining({ email }), expect.objectContaining({ email })]);
  await Promise.all([...busy, ...crowd]);
  expect(started).toHaveLength(networks * 2 + 2);
  expect(started.slice(0, 3)).toEqual(expect.arrayContaining(["new", "known"]));
});
