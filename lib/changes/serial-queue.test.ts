import { expect, test } from "vitest";
import { SerialQueue } from "./serial-queue.ts";

const long = 60_000;

test("one runs at a time; the others follow in order of arrival", async () => {
  const works = new SerialQueue(long);
  const started: number[] = [];
  const work = async (number: number) => {
    const end = await works.begin();
    started.push(number);
    return end;
  };

  const first = await work(1);
  const others = [work(2), work(3)];
  expect(started).toEqual([1]);
  first();
  const second = await others[0];
  expect(started).toEqual([1, 2]);
  // One that arrives as another ends is served after those waiting.
  second?.();
  const fourth = work(4);
  (await others[1])?.();
  (await fourth)();
  expect(started).toEqual([1, 2, 3, 4]);
});

test("four wait, and a fifth is refused at once", async () => {
  const works = new SerialQueue(long);
  const end = await works.begin();
  const waiting = [1, 2, 3, 4].map(() => works.begin());

  await expect(works.begin()).rejects.toMatchObject({ status: 503, details: { headers: { "Retry-After": "5" } } });

  end();
  for (const started of waiting) (await started)();
  (await works.begin())();
});

test("one that has waited too long is refused, and blocks no other", async () => {
  const works = new SerialQueue(1);
  const end = await works.begin();

  await expect(works.begin()).rejects.toMatchObject({ status: 503 });

  end();
  (await works.begin())();
});
