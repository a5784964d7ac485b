import { resources } from "./resources.ts";
import { describeResource } from "./testing/describe-resource.ts";
import { describeWrites } from "./testing/describe-writes.ts";

for (const resource of resources) {
  describeResource(resource);
  describeWrites(resource);
}
