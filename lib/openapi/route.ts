import "server-only";
import { Body } from "../catalogue/body.ts";
import type { Route } from "../api/route.ts";
export const openapiRoute: Route = {
  path: "/openapi.json",
  isMetered: true,
  operations: { GET: { answer: () => ({ body: Body.json({}) }) } },
};
