import { expect, test } from "vitest";
import { fastestDatabase } from "../testing/databases.ts";
import { useService } from "../testing/service.ts";
import { DeviceCookie } from "./device-cookie.ts";
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
  const answers: string[] = [];
  const owner = async (name: string, address: string, known: DeviceCookie | null) => {
    const account = await signIn(database, { email, password }, address, Date.now, { device: known });
    expect(account).toMatchObject({ email });
    answers.push(name);
  };
  const tryAgain = async (index: number) => {
    for (let time = 0; time < 2; time += 1) {
      const stranger = { email: `stranger-${index}-${time}@example.com`, password: "wrong" };
      await signIn(database, stranger, `10.0.${index}.1`, Date.now).catch(() => null);
      answers.push("an attempt");
    }
  };
  const crowd = Array.from({ length: networks }, (_, index) => tryAgain(index));
  // When as many have an answer, each network has tried; the rest of them try again.
  await crowd[0];
  await Promise.all([owner("new", "203.0.113.1", null), owner("known", "203.0.114.1", device)]);
  await Promise.all(crowd);

  expect(answers.slice(-networks / 2)).toEqual(Array.from({ length: networks / 2 }, () => "an attempt"));
});
