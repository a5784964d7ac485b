import { afterAll, beforeAll, describe } from "vitest";
import { resources } from "./resources.ts";
import { describeResource } from "../testing/describe-resource.ts";
import { describeWrites } from "../testing/describe-writes.ts";
import { databaseKinds } from "../testing/databases.ts";
import { startService, type TestService } from "../testing/service.ts";

const highLimits = { PUBLIC_DAILY_LIMIT: "100000", ACCOUNT_DAILY_LIMIT: "100000" };

describe.each(databaseKinds)("each of the six (%s)", (databaseKind) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService(databaseKind, { settings: highLimits });
  });
  afterAll(() => service.close());

  for (const resource of resources) {
    describeResource(resource, () => service);
    describeWrites(resource, () => service);
  }
});
