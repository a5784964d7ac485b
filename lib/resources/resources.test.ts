import { describe } from "vitest";
import { resourceAt, resources } from "./resources.ts";
import { describeResource } from "../../test/describe-resource.ts";
import { describeWrites } from "../../test/describe-writes.ts";
import { databaseKinds, everyDatabaseKind } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";

const highLimits = { PUBLIC_DAILY_LIMIT: "100000", ACCOUNT_DAILY_LIMIT: "100000" };

describe.each(everyDatabaseKind)("each of the six (%s)", (databaseKind) => {
  const service = useService(databaseKind, { settings: highLimits });

  if (databaseKinds.includes(databaseKind))
    for (const resource of resources) {
      describeResource(resource, () => service);
      describeWrites(resource, () => service);
    }
  // The SQL of the others differs only in the names of tables.
  else describeWrites(resourceAt("productions"), () => service);
});
