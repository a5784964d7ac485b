import { expect, test } from "vitest";
import { newAccount } from "@/lib/accounts/schema";
import { lateResolver, type TypedValues } from "./late-resolver";

const options = { fields: {}, shouldUseNativeValidation: false };
const typed = { email: "Ada@Example.com ", password: "break-a-leg-at-eight", name: "" };
const toData = ({ name, ...credentials }: TypedValues) => ({ ...credentials, ...(name === "" ? {} : { name }) });

test("what is typed is submitted as the API's schema takes it", async () => {
  const { values } = await lateResolver(async () => newAccount, toData)(typed, undefined, options);

  expect(values).toEqual({ email: "ada@example.com", password: typed.password });
});

test("what the API's schema says of a mistake stands at the field", async () => {
  const wrong = { email: "ada", password: "short", name: "" };

  const { errors } = await lateResolver(async () => newAccount, toData)(wrong, undefined, options);

  expect(errors).toMatchObject({
    email: { message: "must be an email address" },
    password: { message: "must have 12 to 200 characters" },
  });
});

test("where the schema can't be had, what is typed is submitted all the same: the API says what is wrong", async () => {
  const unreachable = lateResolver<unknown>(() => Promise.reject(new Error("No network.")), toData);

  expect(await unreachable(typed, undefined, options)).toEqual({ values: toData(typed), errors: {} });
});
