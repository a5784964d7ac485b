import "server-only";
import type { RequestHeaderName } from "../http/declaration.ts";

/** `components.parameters`. */
export const parameters = {
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` of an answer that the caller still holds: 304 says that it is still right.",
    schema: { type: "string" },
    example: '"tHzx6dO2Y0m3dNfPZq1kSg"',
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "The `ETag` of the record as the caller knows it: when it has changed since, the answer is 412. Without this header the last write wins.",
    schema: { type: "string" },
    example: '"tHzx6dO2Y0m3dNfPZq1kSg"',
  },
};

/** @param header as in the request: `If-Match`. */
export function parameterReference(header: RequestHeaderName) {
  return { $ref: `#/components/parameters/${header.replaceAll("-", "")}` };
}
