import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { placeGroups } from "../components/overview/places";
import { permissionsOf, type AccountRole } from "../lib/http/access/permissions.browser";
import { paths } from "../lib/resources/resource-views.browser";
import { castLedShow } from "../test/casts";
import { createdKey } from "./people";
import { chooseAction } from "./portal-page";

/** A page to look at. */
export interface LookedAt {
  path: string;
  /** Leads to further states, each of which is checked. */
  states?: readonly ((page: Page) => Promise<unknown>)[];
  /** Whether its texts are whole at 200 %, with wide spacing, and with both. */
  isZoomed?: boolean;
  /** Whether it fits a phone with text twice its size. */
  hasBigText?: boolean;
  /** Whether on paper it is black on white, with nothing to press. */
  isPrinted?: boolean;
  /** Whether it has no scripts of React's. */
  isPlain?: boolean;
  /** Whether its address opens more than a first visit does, and loads what that needs. */
  isOpened?: boolean;
  /** Whether it moves while it loads: where long lines break anew with the font, or for what its address opens. */
  mayMove?: boolean;
}

/** The pages of the dashboard's navigation that this role sees, except the lists of records. */
export function dashboardPages(role: AccountRole): string[] {
  const lists = new Set(paths.map((path) => `/dashboard/${path}`));
  return placeGroups(permissionsOf({ role }))
    .flatMap(({ places }) => places.map(({ href }) => href))
    .filter((href) => !lists.has(href));
}

/** A show with a past and a present run, of whose casts the dates are known. */
export function makeShow(staff: APIRequestContext) {
  return castLedShow(async (method, path, data) => {
    const answer = await staff.fetch(`/api/${path}`, { method, data });
    return { body: (await answer.json()) as Record<string, unknown> };
  });
}

export const clickButton = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
/** Closes what is open; a dialog with unsaved input closes by its button alone. */
export async function escape(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  const cancel = page.getByRole("dialog").getByRole("button", { name: "Cancel" });
  if (await cancel.isVisible()) await cancel.click();
}
/** Opens a dialog after the last one was closed. */
export const dialog =
  (name: string | RegExp, ...after: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    await escape(page);
    await clickButton(page, name);
    await page.getByRole("dialog").getByRole("button").first().waitFor();
    for (const step of after) await step(page);
  };

/** What anyone reads. */
export async function publicPages(staff: APIRequestContext, reader: APIRequestContext): Promise<LookedAt[]> {
  const { show, theatre, people } = await makeShow(staff);
  const long = "Verylongwordwithoutanyspaces".repeat(8);
  const data = { resource: "shows", id: "hamilton", field: "description", proposed: long, note: `${long}\n${long}` };
  const { id } = (await (await reader.post("/api/suggestions", { data })).json()) as { id: string };
  const plain = [
    "/on",
    "/on?date=1995-03-14&type=musical",
    `/shows/${show}?on=2025-03-14`,
    "/shows/wicked",
    "/shows/no-such-show",
    "/theatres",
    `/theatres/${theatre}`,
    `/people/${people[0]}`,
    "/search?q=zebra",
    "/search?q=qwertzuiop",
    "/who",
    `/who?show=${show}&on=2025-03-14`,
  ];
  return [
    {
      path: "/",
      isZoomed: true,
      hasBigText: true,
      isPrinted: true,
      states: [
        async (page) => {
          await clickButton(page, "Send");
          await page.getByText("200 OK").waitFor();
        },
      ],
    },
    { path: "/shows/hamilton", isPlain: true, hasBigText: true },
    ...plain.map((path) => ({ path, isPlain: true })),
    { path: "/shows", isPlain: true, mayMove: true },
    { path: "/terms", mayMove: true },
    { path: "/privacy", mayMove: true },
    { path: "/suggest?resource=shows&id=hamilton&field=booking_until" },
    { path: "/suggest?resource=shows&id=hamilton&refused=invalid&problems=note,source_url" },
    { path: `/suggestions/${id}` },
    { path: "/sign-in", isZoomed: true },
    ...["/sign-up", "/forgot-password", "/set-password", "/verify-email", "/developers/found-a-key"].map((path) => ({
      path,
      mayMove: true,
    })),
  ];
}

const unfolded = (page: Page) =>
  page.evaluate(() => document.querySelectorAll("main details").forEach((one) => one.setAttribute("open", "")));
const searchFor = (typed: string) => async (page: Page) => {
  await page.getByRole("combobox", { name: "Search the documentation" }).fill(typed);
  await page.getByRole("listbox", { name: "Results" }).waitFor();
};
const theatreForm = (page: Page) => page.getByRole("group", { name: "Send: Search theatres" });

export const documentation: readonly LookedAt[] = [
  { path: "/docs", isZoomed: true, isPrinted: true, states: [unfolded] },
  { path: "/docs/service", states: [unfolded] },
  { path: "/docs/guides/editors", mayMove: true, states: [unfolded] },
  { path: "/docs/shows", isZoomed: true, hasBigText: true },
  { path: "/docs/guides/errors", isZoomed: true, isPrinted: true, mayMove: true },
  { path: "/docs/cast-members", states: [searchFor("cast"), searchFor("headliner")] },
  {
    path: "/docs/search",
    states: [
      async (page) => {
        await page.getByRole("heading", { name: "Search theatres", exact: true }).scrollIntoViewIfNeeded();
        await theatreForm(page).scrollIntoViewIfNeeded();
        await theatreForm(page).getByRole("combobox", { name: "show_id" }).fill("the");
        await theatreForm(page).getByRole("listbox").getByRole("option").first().click();
        await theatreForm(page).getByLabel("limit").fill("1");
        await theatreForm(page).getByRole("button", { name: "Send" }).click();
        await expect(theatreForm(page).getByRole("status").first()).toContainText("200 OK");
      },
    ],
  },
];

/** The pages of a developer, who gets a key here. */
export async function portal(owner: APIRequestContext): Promise<LookedAt[]> {
  const name = "A key whose name is long enough to need two lines";
  const { id, key } = await createdKey(owner, name);
  const data = { daily_limit: 1_000, reason: "Six more screens, each in another theatre, with a call a minute." };
  await owner.post(`/api/keys/${id}/limit-requests`, { data });
  for (let calls = 0; calls < 25; calls += 1)
    await owner.get("/api/shows/hamilton", { headers: { Authorization: `Bearer ${key}` } });
  await owner.post(`/api/keys/${id}/rotate`, { data: { grace_hours: 24 } });
  return [
    {
      path: "/developers",
      states: [
        (page) => clickButton(page, /^Usage of/),
        (page) => chooseAction(page, /^Request a higher limit for /),
        (page) => escape(page).then(() => chooseAction(page, /^Rotate/)),
        async (page) => {
          await escape(page);
          await chooseAction(page, /^Revoke/);
          await clickButton(page, "Revoke key");
        },
        dialog("New key", (page) => clickButton(page, "Create key")),
        async (page) => {
          await page.getByRole("textbox", { name: "Name" }).fill("Second");
          await clickButton(page, "Create key");
          await page.getByRole("group", { name: "API key" }).waitFor();
          await escape(page);
        },
      ],
    },
    {
      path: "/developers/account",
      isZoomed: true,
      states: [(page) => page.getByRole("banner").locator("summary").press("Enter"), dialog("Delete account…")],
    },
    {
      path: "/docs/guides/keys-and-limits",
      mayMove: true,
      states: [
        async (page) => {
          await page.locator("summary", { hasText: "Fill one in" }).click();
          await page.getByLabel("Paste it").fill("tl_live_none");
        },
      ],
    },
  ];
}
