import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { endlessBody } from "../../../test/endless-body.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { answerAuth } from "./answer-auth.ts";

const service = useService(fastestDatabase);

test.each(["application/json", "application/x-www-form-urlencoded"])(
  "an endless body of %s never reaches next-auth: it is refused at 64 KiB, read no further, and cancelled",
  async (type) => {
    const body = endlessBody();
    const request = new NextRequest("https://listings.example/api/auth/callback/credentials", {
      method: "POST",
      headers: { "content-type": type },
      body: body.stream,
      duplex: "half",
    });

    const params = Promise.resolve({ nextauth: ["callback", "credentials"] });
    const answer = await answerAuth(request, { params }, service.infrastructure);

    expect([answer.status, await answer.json()]).toMatchObject([413, { error: "Content too large" }]);
    await body.cancelled;
    expect(body.taken()).toBeLessThan(70 * 1024);
  },
);
