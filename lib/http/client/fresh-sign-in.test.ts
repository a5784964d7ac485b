import { afterEach, expect, test } from "vitest";
import { freshSignIn, withFreshSignIn } from "./fresh-sign-in.browser.ts";

const { ask } = freshSignIn;
afterEach(() => {
  freshSignIn.ask = ask;
});

const refusal = { status: 403, body: { error: "Sign in again" } };
const done = { status: 201, body: { link: "https://listings.example/set-password#a" } };

/** A request of a person whose sign-in is old at first. */
function oldSession() {
  const state = { isFresh: false, asked: 0, sent: 0 };
  const send = async () => {
    state.sent += 1;
    return state.isFresh ? done : refusal;
  };
  return { state, send };
}

test("a request that needs a new sign-in is sent again after it; others at the same time share the question", async () => {
  const { state, send } = oldSession();
  freshSignIn.ask = async () => {
    state.asked += 1;
    state.isFresh = true;
    return true;
  };

  expect(await Promise.all([withFreshSignIn(send), withFreshSignIn(send)])).toEqual([done, done]);
  expect(state).toEqual({ isFresh: true, asked: 1, sent: 4 });
  expect(await withFreshSignIn(send)).toBe(done);
  expect(state.asked).toBe(1);
});

test("without a new sign-in, and on a page that can't ask, the refusal stays", async () => {
  const { state, send } = oldSession();

  expect(await withFreshSignIn(send)).toBe(refusal);
  freshSignIn.ask = async () => false;
  expect(await withFreshSignIn(send)).toBe(refusal);
  expect(state.sent).toBe(2);
});

test.each([
  { status: 403, body: { error: "Forbidden" } },
  { status: 403, body: null },
  { status: 200, body: refusal.body },
])("no other answer asks: %j", async (answer) => {
  freshSignIn.ask = () => Promise.reject(new Error("asked"));

  expect(await withFreshSignIn(async () => answer)).toBe(answer);
});
