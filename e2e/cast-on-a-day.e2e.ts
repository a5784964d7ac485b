import { readCast, engage, newCast } from "./casts";
import { expect, test } from "./fixtures";
import { press, pressTabUntilFocused, typeInto } from "./keyboard";

test("the day of a cast is chosen by keyboard, is in the address, and costs no request @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const { production, name } = await newCast(page);
  const [ann, ben] = await readCast(page.request, production);
  await engage(page, ann?.id ?? "", [{ from: "2031-09-03", to: "2032-01-31" }]);
  await engage(page, ben?.id ?? "", [{ from: "2032-02", to: null }]);
  await page.goto(`/dashboard/productions/${production}?on=2032-01-31`);
  const slider = page.getByRole("slider", { name: "Day of the run" });
  const there = (title: string) => page.getByRole("region", { name: title, exact: true });
  await expect(slider).toHaveAttribute("aria-valuetext", /31 January 2032/);
  await expect(there("In the cast").getByRole("listitem")).toHaveText([`${name("Ann")} Elsa`]);
  await expect(there("Dates not known").getByRole("listitem")).toHaveText([`${name("Cat")} ensemble`]);

  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(`/productions/${production}/cast`)) asked.push(request.url());
  });
  await pressTabUntilFocused(page, slider);
  await page.keyboard.press("ArrowRight");
  await expect(there("Possibly in the cast").getByRole("listitem")).toHaveText([`${name("Ben")} Anna`]);
  await expect(page).toHaveURL(/\?on=2032-02-01$/);
  await page.keyboard.press("PageUp");
  await expect(page).toHaveURL(/\?on=2032-03-01$/);
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Home");
  await expect(page).toHaveURL(/\?on=2031-09-03$/);
  await page.keyboard.press("End");
  await expect(slider).toHaveValue((await slider.getAttribute("max")) ?? "");
  expect(asked).toEqual([]);

  await press(page, page.getByRole("button", { name: "Opening" }));
  await press(page, page.getByRole("button", { name: "Next change" }));
  await expect(page).toHaveURL(/\?on=2032-02-01$/);
  await press(page, page.getByRole("button", { name: "Previous change" }));
  await expect(page).toHaveURL(/\?on=2031-09-03$/);
  await typeInto(page, page.getByLabel("Cast on"), "5 Mar 2032");
  await page.keyboard.press("Tab");
  await expect(page).toHaveURL(/\?on=2032-03-05$/);
  await page.reload();
  await expect(slider).toHaveAttribute("aria-valuetext", /5 March 2032/);
  await expect(slider).toBeInViewport();
});
