import { once } from "node:events";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { answerPictures, pictureSize, PictureThread } from "./picture-thread.ts";

const started: Worker[] = [];
const note = (worker: Worker) => void started.push(worker);
process.on("worker", note);
afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.terminate()));
});

const tryAgain = { status: 503, details: { headers: { "Retry-After": "2" } } };
const picture = { name: "Les Misérables", lines: ["Sondheim Theatre", "Since 18 Dec 2019 🎭 日本"] };

test("pictures are drawn by one thread beside that of the API, one after another", async () => {
  const thread = new PictureThread();
  const pictures = await Promise.all([thread.draw(picture), thread.draw({ name: "N".repeat(300), lines: [] })]);

  for (const png of pictures) {
    expect(Buffer.from(png.subarray(1, 4)).toString()).toBe("PNG");
    expect([Buffer.from(png).readUInt32BE(16), Buffer.from(png).readUInt32BE(20)]).toEqual([1200, 630]);
  }
  expect(started).toHaveLength(1);
  const loadedHere = Object.keys(createRequire(import.meta.url).cache);
  expect(loadedHere.filter((file) => file.includes("/server/og/"))).toEqual([]);
});

test("32 may be asked for at once; a further one is told to try again", async () => {
  const thread = new PictureThread();
  const asked = await Promise.allSettled(Array.from({ length: 40 }, () => thread.draw({ name: "A", lines: [] })));

  const refused = asked.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject(tryAgain);
});

test("a thread that ends while it draws, or takes too long, is replaced", async () => {
  const thread = new PictureThread();
  const drawn = thread.draw(picture);
  await Promise.all([
    expect(drawn).rejects.toThrow("ended"),
    once(process, "worker").then(() => started[0]?.terminate()),
  ]);
  await expect(thread.draw(picture, 1)).rejects.toMatchObject(tryAgain);

  expect((await thread.draw(picture)).length).toBeGreaterThan(1_000);
  expect(started).toHaveLength(3);
});

test("no letter makes a picture ask the network", async () => {
  // What would reach it says so, and can't be replaced.
  const shut = `const { parentPort } = require("node:worker_threads");
    const { fetch } = globalThis;
    const reached = (asked) => { parentPort.postMessage("reached " + asked); return new Promise(() => {}); };
    const fetched = (asked) => String(asked).startsWith("data:") ? fetch(asked) : reached(asked);
    Object.defineProperty(globalThis, "fetch", { get: () => fetched, set: () => {} });
    require("node:net").Socket.prototype.connect = () => reached("a socket");
    require("node:dns").lookup = reached;`;
  const worker = new Worker(`${shut} (${answerPictures.toString()})(require)`, { eval: true, execArgv: [], env: {} });
  const letters = Array.from({ length: 0x250 - 0x20 }, (_, index) => String.fromCodePoint(index + 0x20)).join("");
  const lines = [...(letters.match(/.{1,100}/gsu) ?? []), "‘’“”–—…·", "ế ș ə ŋ 日本 🎭 ©️ 1️⃣"];

  for (const name of ["Glŏph ĕ", "Ĕ ĕ Ĭ ĭ ĸ Ŀ ŀ ŉ Ŏ ŏ ſ \u00ad"]) {
    worker.postMessage({ name, lines, size: pictureSize });
    expect((await once(worker, "message"))[0]).toBeInstanceOf(Uint8Array);
  }
});
