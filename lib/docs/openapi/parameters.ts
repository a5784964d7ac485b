import "server-only";
import type { RequestHeaderName } from "../../http/declaration.ts";

/** `components.parameters`. */
export const parameters = {
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` of an earlier response. While it is current, the response is 304.",
    schema: { type: "string" },
    example: '"tHzx6dO2Y0m3dNfPZq1kSg"',
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "The `ETag` of the record as it was read. If the record has changed since, the response is 412. Without this header the last write wins. The tag may be weak, as proxies that compress make it.",
    schema: { type: "string" },
    example: '"tHzx6dO2Y0m3dNfPZq1kSg"',
  },
};

/** @param header as in the request: `If-Match`. */
export function parameterReference(header: RequestHeaderName) {
  return { $ref: `#/components/parameters/${header.replaceAll("-", "")}` };
}
