import { resources } from "./resources.ts";
import { describeResource } from "./testing/describe-resource.ts";

for (const resource of resources) describeResource(resource);
