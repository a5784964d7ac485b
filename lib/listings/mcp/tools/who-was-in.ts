import "server-only";
import { z } from "zod";
import { companyOn } from "../../casts/days.ts";
import { listingsDay, type CastEntry, type HousedProduction } from "../../casts/schema.browser.ts";
import { AppError } from "../../../core/errors.ts";
import { runOfProduction } from "../../../resources/cast-members/presence.browser.ts";
import type { ProductionDetails } from "../../../resources/productions/schema.browser.ts";
import type { Role } from "../../../resources/roles/schema.browser.ts";
import { ambiguous, bestMatches, findOptional, unmatched, type ApiReader } from "../api-reader.ts";
import { defineTool, linkTo, linked, nameOrId, linkedRun, linkRun, part, partOf } from "../tool.ts";

type Running = HousedProduction & { readonly details: ProductionDetails };

const maxRuns = 5;
const maxPeople = 60;
const maxRoles = 100;

const player = part.extend({
  person: linked,
  certain: z
    .boolean()
    .describe(
      "Whether the dates make it certain that the person was in the company on that day. False: it is possible.",
    ),
  dated: z.boolean().describe("False: no date is known, so that any day of the run is possible."),
});

const lastPlayer = part.extend({
  person: linked,
  on: z.string().describe("The latest day before on which it is certain."),
});

const answerSchema = z.strictObject({
  date: z.string(),
  productions: z
    .array(
      linkedRun.extend({
        count: z.int().describe("How many people, covers not counted."),
        players: z.array(player).max(maxPeople).describe("Most likely first."),
        last_known: z
          .array(lastPlayer)
          .max(maxPeople)
          .describe("For each role that no one certainly plays on that day, who was known in it last."),
        covers: z
          .array(player)
          .max(maxPeople)
          .describe("Only with `role`: understudies, standbys, alternates and swings of it, most likely first."),
      }),
    )
    .max(maxRuns)
    .describe("Empty when none ran on that day."),
});

type Answer = z.infer<typeof answerSchema>;

export const whoWasInTool = defineTool({
  name: "who_was_in",
  title: "Who was in it",
  description:
    "Who was in a West End production on a day, or played a role in it, most likely first, and who covered the role (understudies, standbys, alternates). Says of each how sure that is, and for a role that no one certainly plays who was known in it last. It knows engagements, not single performances: a cover may have gone on. Needs a show, a role, a person or a theatre.",
  input: z
    .strictObject({
      show: nameOrId("a show").optional(),
      role: nameOrId("a role, such as Elphaba").optional(),
      person: nameOrId("a person").optional(),
      theatre: nameOrId("a theatre").optional(),
      date: listingsDay.optional().describe("`YYYY-MM-DD`; today in London without it."),
    })
    .describe("Send at least one of show, role, person and theatre."),
  output: answerSchema,
  answer: async (input, api) => {
    const show = await findOptional(api, "shows", input.show);
    const theatre = await findOptional(api, "theatres", input.theatre);
    const person = await findOptional(api, "people", input.person);
    if (!show && !theatre && !person && input.role === undefined)
      throw new AppError("invalid", { message: "Send at least one of show, role, person and theatre." });
    const on = input.date ?? api.today;
    const roles = input.role === undefined ? null : await findRoles(api, input.role, show?.id);
    const running = await api.peek<Running[]>("/search/productions", {
      running_on: on,
      show_id: show?.id,
      theatre_id: theatre?.id,
      person_id: person?.id,
      production_id: roles ? [...new Set(roles.map(({ production_id }) => production_id))].join(",") : undefined,
      include: "theatre,details",
    });
    if (running.length > maxRuns)
      throw ambiguous(
        "shows",
        input.role ?? person?.name ?? "",
        running.map((one) => one.show),
      );
    const productions: Answer["productions"] = [];
    for (const one of running) {
      const path = `/productions/${encodeURIComponent(one.id)}/cast`;
      const isOfPerson = ({ person_id }: CastEntry) => !person || person_id === person.id;
      const cast = (await api.get<CastEntry[]>(path, { on })).filter(isOfPerson);
      const known = (await api.get<CastEntry[]>(path, { on, last_known: "true" })).filter(isOfPerson);
      const inRoles = rolesIn(input.role, roles, one);
      const run = runOfProduction({ ...one, first_preview: one.details.first_preview });
      const question = { day: on, run, today: api.today, roles: inRoles };
      const { players, covers, lastKnown } = companyOn(cast, known, question);
      productions.push({
        ...linkRun(api, one),
        count: players.length,
        players: players.slice(0, maxPeople).map((entry) => playerOf(api, entry)),
        last_known: lastKnown.slice(0, maxPeople).map((entry) => ({
          person: linkTo(api, "people", entry.person),
          ...partOf(entry),
          on: entry.last_known_on ?? on,
        })),
        covers: covers.slice(0, maxPeople).map((entry) => playerOf(api, entry)),
      });
    }
    return { summary: inWords(on, input.role, productions), date: on, productions };
  },
});

/** The roles that a name or an id means, each in its production. */
async function findRoles(api: ApiReader, text: string, show_id: string | undefined): Promise<readonly Role[]> {
  const byId = await api.record("roles", text);
  const query = byId ? { role_id: byId.id } : { q: text };
  const matches = await api.peek<Role[]>("/search/roles", { ...query, show_id, limit: maxRoles });
  const best = byId ? matches : bestMatches(text, matches);
  if (best.length === 0) throw unmatched("roles", text);
  return best;
}

/** The ids of the roles in a production; null when no role was sent. @throws AppError when several names match there. */
function rolesIn(text: string | undefined, roles: readonly Role[] | null, { id }: HousedProduction) {
  if (!roles || text === undefined) return null;
  const there = roles.filter(({ production_id }) => production_id === id);
  const names = new Set(there.map(({ name }) => name));
  if (names.size > 1) throw ambiguous("roles", text, there);
  return new Set(there.map((role) => role.id));
}

function playerOf(api: ApiReader, entry: CastEntry): z.infer<typeof player> {
  const { certain = false, dated } = entry;
  return { person: linkTo(api, "people", entry.person), ...partOf(entry), certain, dated };
}

function inWords(on: string, role: string | undefined, productions: Answer["productions"]): string {
  if (productions.length === 0) return `No such production ran on ${on}, as far as is recorded.`;
  return productions
    .map(({ show, theatre, players, last_known, covers }) => {
      const names = players.map((one) =>
        role === undefined ? `${nameOf(one)} as ${one.role ?? one.role_type}` : nameOf(one),
      );
      const last = last_known.map(({ person, role: part, on: day }) => {
        const played = role === undefined && part !== null ? ` as ${part}` : "";
        return `${person.name}${played}, in ${inWordsOf(day, "month")}`;
      });
      const part = role === undefined ? "The cast" : (last_known[0]?.role ?? role);
      const isOpen = last.length > 0 && !players.some(({ certain }) => certain);
      const sentences = [
        isOpen && `${part} on ${inWordsOf(on, "day")} is not known.`,
        names.length > 0 && !isOpen && `${names.join(", ")}.`,
        last.length > 0 && `Last known: ${last.join("; ")}.`,
        names.length > 0 && isOpen && `Listed: ${names.join(", ")}.`,
        names.length + last.length === 0 && "no one is recorded.",
        covers.length > 0 && `Covered by ${covers.map(nameOf).join(", ")}.`,
      ].filter((sentence) => sentence !== false);
      return `${show.name} at ${theatre.name} on ${on}: ${sentences.join(" ")}`;
    })
    .join(" ");
}

/** `25 March 2025`, or `March 2025`. */
function inWordsOf(day: string, unit: "day" | "month"): string {
  const options = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Date(day).toLocaleDateString("en-GB", unit === "day" ? { day: "numeric", ...options } : options);
}

function nameOf({ person, certain, dated }: Answer["productions"][number]["players"][number]): string {
  return `${person.name} (${certain ? "certain" : dated ? "possible" : "dates not known"})`;
}
