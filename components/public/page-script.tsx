import { headers } from "next/headers";

/** What the script says as the server does. */
type Words = typeof words;

/**
 * What a public page does beyond its links and forms: the day of a run slides, the poster answers as one types, the theme
 * changes, menus close. It is sent as its own text, so it uses nothing from outside of itself and of its argument, and
 * changes nothing of the page before the reader does something: React may still be hydrating it.
 */
function enhancePage({ countInWords, dayInSentence, lastKnownInWords, perhapsInWords }: Words): void {
  const dayMilliseconds = 86_400_000;
  const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMilliseconds;
  const dayOf = (number: number) => new Date(number * dayMilliseconds).toISOString().slice(0, 10);
  const timers = new Map<string, number>();
  const later = (name: string, milliseconds: number, work: () => void) => {
    clearTimeout(timers.get(name));
    timers.set(name, window.setTimeout(work, milliseconds));
  };

  function showDay(root: HTMLElement, wanted: string): void {
    const { company: first = "", last = "", window: shown = "", changes = "" } = root.dataset;
    const day = wanted < first ? first : wanted > last ? last : wanted;
    const words = dayInSentence(day);
    const range = root.querySelector<HTMLInputElement>("input[type=range]");
    const field = root.querySelector<HTMLInputElement>("input[type=date]");
    if (range) range.value = String(numberOf(day) - numberOf(first));
    range?.setAttribute("aria-valuetext", words);
    if (field && field !== document.activeElement) field.value = day;
    const isAmong = (stretches: string, on: string) =>
      stretches.split(" ").some((one) => one !== "" && one.slice(0, 10) <= on && on <= one.slice(11));
    const latest = new Map<string, string>();
    const entries = [...root.querySelectorAll<HTMLElement>("[data-days]")];
    for (const { dataset } of entries) {
      const { days = "", part } = dataset;
      for (const one of (days.split("|")[1] ?? "").split(" ")) {
        const end = one.slice(11) < day ? one.slice(11) : day;
        if (part && one && one.slice(0, 10) <= day && end > (latest.get(part) ?? "")) latest.set(part, end);
      }
    }
    let [certain, lastKnown] = [0, 0];
    const perhaps: string[] = [];
    for (const entry of entries) {
      const { days = "", part, name = "" } = entry.dataset;
      const [all = "", sure = ""] = days.split("|");
      const knownOn = part ? latest.get(part) : day;
      entry.hidden = knownOn === undefined || !isAmong(sure, knownOn);
      if (entry.hidden && isAmong(all, day) && (!part || knownOn !== day)) perhaps.push(name);
      if (entry.hidden || knownOn === undefined) continue;
      if (knownOn === day) certain += 1;
      else lastKnown += 1;
      const known = entry.querySelector<HTMLElement>("[data-known]");
      if (known) known.textContent = knownOn === day ? "" : lastKnownInWords(knownOn, root.dataset["today"] ?? "");
    }
    for (const group of root.querySelectorAll<HTMLElement>("[data-group]"))
      group.hidden = group.querySelector("li:not([hidden])") === null;
    for (const [name, text] of [
      ["data-day-words", words],
      ["data-count", countInWords(certain, lastKnown)],
      ["data-perhaps", perhapsInWords(perhaps)],
    ] as const)
      for (const place of root.querySelectorAll(`[${name}]`)) place.textContent = text;
    const [from = "", days = "1"] = shown.split(" ");
    const line = root.querySelector<HTMLElement>("[data-chosen-day]");
    if (line) line.style.left = `${((numberOf(day) - numberOf(from)) / Number(days)) * 100}%`;
    const all = changes.split(" ");
    for (const step of root.querySelectorAll<HTMLAnchorElement>("[data-step]")) {
      const to = step.dataset["step"] === "1" ? all.find((one) => one > day) : all.findLast((one) => one && one < day);
      step.hidden = to === undefined;
      if (to !== undefined) step.href = `?on=${to}`;
    }
    // Browsers refuse an address that changes with every step of a slider.
    later("address", 300, () => history.replaceState(history.state, "", `?on=${day}`));
  }

  function ask(form: HTMLFormElement): void {
    const parameters = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string" && value) parameters.set(name, value);
    const place = document.querySelector("[data-answer]");
    if (!place || !parameters.has("show") || !form.checkValidity()) return;
    const address = `${form.action}?${parameters.toString()}`;
    later("ask", 400, () => {
      place.setAttribute("aria-busy", "true");
      fetch(address)
        .then(async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html"))
        .then((page) => {
          const answer = page.querySelector("[data-answer]");
          place.replaceChildren(
            ...(answer ? answer.childNodes : ["Too many questions at once. Try again in a minute."]),
          );
          if (answer && location.pathname === "/who") history.replaceState(history.state, "", address);
        })
        .catch(() => place.replaceChildren("No connection. Try again."))
        .finally(() => place.removeAttribute("aria-busy"));
    });
  }

  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const form = target.closest<HTMLFormElement>("form[data-poster]");
    if (form && target.name === "on") form.dataset["poster"] = "chosen day";
    if (form && target.name === "show" && form.dataset["poster"] !== "chosen day") {
      const known = [...(target.list?.options ?? [])].find(({ value }) => value === target.value)?.dataset["day"];
      const field = form.querySelector<HTMLInputElement>("input[name=on]");
      if (field && known) field.value = known;
    }
    if (form) ask(form);
    const root = target.closest<HTMLElement>("[data-company]");
    if (root && target.type === "range")
      showDay(root, dayOf(numberOf(root.dataset["company"] ?? "") + Number(target.value)));
    if (root && target.type === "date" && target.checkValidity() && target.value) showDay(root, target.value);
    if (target.type === "radio" && target.closest("[data-theme-switch]")) {
      document.documentElement.dataset["theme"] = target.value;
      document.cookie = `theme=${target.value}; Path=/; Max-Age=31536000; SameSite=Lax`;
    }
  });
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const root = target instanceof HTMLInputElement && target.type === "range" && target.closest("[data-company]");
    const months = { PageUp: 1, PageDown: -1 }[key];
    if (!(root instanceof HTMLElement) || months === undefined) return;
    event.preventDefault();
    const day = dayOf(numberOf(root.dataset["company"] ?? "") + Number((target as HTMLInputElement).value));
    // The same day of that month, or its last.
    const moved = new Date(day);
    moved.setUTCMonth(moved.getUTCMonth() + months + 1, 0);
    moved.setUTCDate(Math.min(moved.getUTCDate(), Number(day.slice(8))));
    showDay(root, moved.toISOString().slice(0, 10));
  });
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const step = event.target.closest<HTMLAnchorElement>("[data-step]");
    const root = step?.closest<HTMLElement>("[data-company]");
    if (step && root && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      showDay(root, new URL(step.href).searchParams.get("on") ?? "");
    }
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("header details[open]"))
      if (!menu.contains(event.target)) menu.open = false;
  });
}

// The script has the text of these functions, so they too use nothing from outside of themselves.

/** `Friday 14 March 2025`: some versions of Unicode's data put a comma behind the weekday. */
export function dayInSentence(day: string): string {
  const format = { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Date(day).toLocaleDateString("en-GB", format).replace(",", "");
}

/** Says how many are in it, and how many were known last. */
export function countInWords(certain: number, lastKnown: number): string {
  const people = `${certain} ${certain === 1 ? "person" : "people"} in the company`;
  if (certain === 0) return lastKnown === 0 ? "the company is not known." : "the company is not known. Last known:";
  return lastKnown === 0 ? `${people}.` : `${people}, and ${lastKnown} known last.`;
}

/** `in it today`, `last known in March 2025`. */
export function lastKnownInWords(day: string, today: string): string {
  const month = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return day === today ? "in it today" : `last known in ${new Date(day).toLocaleDateString("en-GB", month)}`;
}

/** Those who only may be in it, in one line; `""` where there are none. */
export function perhapsInWords(names: readonly string[]): string {
  if (names.length === 0) return "";
  const namesShown = 8;
  const others = names.length - namesShown;
  return `May be in it too: ${names.slice(0, namesShown).join(", ")}${others > 0 ? ` and ${others} more` : ""}.`;
}

const words = { countInWords, dayInSentence, lastKnownInWords, perhapsInWords };
const texts = Object.entries(words).map(([name, say]) => `${name}:${say.toString()}`);
const text = `(${enhancePage.toString()})({${texts.join()}})`;

/** As the text of its functions: a request for it would cost more, and the page cache can allow it by its hash. */
export async function PageScript() {
  const policy = (await headers()).get("content-security-policy") ?? "";
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(policy) ?? [];
  return <script data-page-script nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} />;
}
