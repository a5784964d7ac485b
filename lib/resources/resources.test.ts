import { afterAll, beforeAll, describe } from "vitest";
import { resources } from "./resources.ts";
import { describeResource } from "../testing/describe-resource.ts";
import { describeWrites } from "../testing/describe-writes.ts";
import { homes } from "../testing/databases.ts";
import { startService, type Service } from "../testing/service.ts";

const plenty = { PUBLIC_DAILY_LIMIT: "100000", ACCOUNT_DAILY_LIMIT: "100000" };

describe.each(homes)("each of the six (%s)", (home) => {
  let service: Service;

  beforeAll(async () => {
    service = await startService(home, { settings: plenty });
  });
  afterAll(() => service.close());

  for (const resource of resources) {
    describeResource(resource, () => service);
    describeWrites(resource, () => service);
  }
});
