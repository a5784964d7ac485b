import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext, type AppRouterInstance } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { createElement, type ComponentProps, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AccountRow } from "@/components/accounts/account-row";
import { ExportButtons } from "@/components/editing/changes/export-buttons";
import { SelectionBar } from "@/components/editing/changes/selection-bar";
import { ProblemRow } from "@/components/editing/data-quality/problem-row";
import { ProblemSummary } from "@/components/editing/data-quality/problem-summary";
import { LimitRequests } from "@/components/portal/limit-requests/limit-requests";
import { RecordActions } from "@/components/records/merge/record-actions";
import { commandsFor } from "@/components/overview/palette/palette";
import { ShapesProvider } from "@/components/records/shapes";
import { EntryList } from "@/components/records/undo/entry-list";
import { permissions, permissionsOf, type Permission } from "@/lib/http/access/permissions.browser";
import { exampleAccount } from "@/lib/accounts/api/tags";
import { managedLimitRequest } from "@/lib/accounts/keys/limit-requests/schema.browser";
import { exampleFrom } from "@/lib/docs/openapi/schemas";
import type { ActivityEntry } from "@/lib/editing/activity/schema.browser";
import { apiQueryKey } from "@/lib/http/client/hooks.browser";
import { dataProblem, type DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { directoryWith } from "@/test/directory-with";
import { shapes } from "@/lib/resources/shapes";
import { CurrentStaffProvider } from "../accounts/current-staff";
import { LatestChanges } from "./latest-changes";
import { latestChanges } from "./latest-changes-path";
import { placeGroups } from "./places";

const noop = () => undefined;
const selection = { selected: new Set<string>(), toggle: noop, add: noop, remove: noop, selectAll: noop, clear: noop };

const entry: ActivityEntry = {
  id: "7",
  at: "2026-10-01T09:30:00.000Z",
  account: { id: "a", name: "Ada Quill" },
  by: "account" as const,
  change_id: "c",
  action: "update",
  resource: "shows",
  record_id: "hamilton",
  label: "Hamilton",
  differences: [],
  before: { id: "hamilton", name: "Hamiltun" },
  after: { id: "hamilton", name: "Hamilton" },
};
const duplicates: DataProblem = {
  ...dataProblem.parse(exampleFrom(dataProblem).example),
  snooze: null,
  decisions: [{ kind: "merge", label: "Merge people…", resource: "people", record_ids: ["ada", "ada-2"] }],
};
const use = { last_seen_at: null, sessions: 0, keys: 0, requests_today: 0 };
const account = { ...exampleAccount, verified: true, role_to_confirm: null, ...use };
const bodies = {
  "/people/ada": { id: "ada", name: "Ada" },
  "/problems/counts": { now: {}, days: [] },
  "/limit-requests": [exampleFrom(managedLimitRequest).example],
  [latestChanges]: [entry],
};

const row = { ref: null, index: 0, style: {}, selection, isBusy: false, onChoose: noop };

/** Each place of the dashboard that offers what needs a permission, and a text that it shows only then. */
const offers: readonly [Permission, text: string, ReactElement][] = [
  ["merge", "Merge with another…", createElement(RecordActions, { path: "people", id: "ada", calendar: null })],
  [
    "merge",
    "Merge…",
    createElement(SelectionBar, { path: "people", records: [{ id: "ada" }, { id: "bo" }], nameOf: String, selection }),
  ],
  ["merge", "Merge people…", createElement(ProblemRow, { ...row, problem: duplicates })],
  [
    "exportRecords",
    "Export JSON with details and sources",
    createElement(ExportButtons, { path: "shows", records: [{ id: "hamilton" }] }),
  ],
  ["undoChanges", "Undo", createElement(EntryList, { entries: [entry], label: "Changes" })],
  ["readActivity", "Latest changes", createElement(LatestChanges)],
  ["reviewData", "Needs attention", createElement(ProblemSummary)],
  ["answerLimitRequests", "Grant…", createElement(LimitRequests)],
  ["readSecurityLog", "Security log of", createElement(AccountRow, { account, hasMail: false })],
];

function shown(element: ReactElement, granted: readonly Permission[]): string {
  const client = new QueryClient();
  for (const [path, body] of Object.entries(bodies)) client.setQueryData(apiQueryKey(path), { body, etag: null });
  // The components only keep the router for later clicks.
  const router = {} as AppRouterInstance;
  const staff = { id: "me", name: "Me", permissions: granted };
  // React's own types want the children of a component as a property, and the linter as an argument.
  const inShapes = createElement(ShapesProvider, { shapes } as ComponentProps<typeof ShapesProvider>, element);
  const inStaff = createElement(
    CurrentStaffProvider,
    { staff } as ComponentProps<typeof CurrentStaffProvider>,
    inShapes,
  );
  const inClient = createElement(QueryClientProvider, { client }, inStaff);
  return renderToStaticMarkup(createElement(AppRouterContext, { value: router }, inClient));
}

const all = permissionsOf({ role: "admin" });
const without = (taken: Permission) => permissionsOf({ role: "editor" }, { ...permissions, [taken]: "admin" });

test.each(offers)("%s: who lacks it is not offered “%s”", (permission, text, element) => {
  expect(shown(element, all)).toContain(text);
  expect(
    shown(element, permissions[permission] === "editor" ? without(permission) : permissionsOf({ role: "editor" })),
  ).not.toContain(text);
});

test("navigation and palette lead only to pages that the account may open", () => {
  const pages: [Permission, string][] = [
    ["reviewData", "/dashboard/data-quality"],
    ["readActivity", "/dashboard/activity"],
    ["manageAccounts", "/dashboard/accounts"],
    ["readSecurityLog", "/dashboard/security-log"],
  ];
  const goals = (granted: readonly Permission[]) => [
    placeGroups(granted).flatMap(({ places }) => places.map(({ href }) => href)),
    commandsFor("", directoryWith({}), granted).map(({ href }) => href),
  ];

  for (const [permission, page] of pages) {
    for (const hrefs of goals(all)) expect(hrefs).toContain(page);
    for (const hrefs of goals(all.filter((one) => one !== permission))) expect(hrefs).not.toContain(page);
  }
  expect(goals(permissionsOf({ role: "developer" }))[1]?.filter((href) => href.startsWith("/dashboard"))).toEqual([]);
});
