import type { TestService } from "./service.ts";
import { seededRandom, type Document, type World } from "./search-questions.ts";
import type { StaffClient } from "./signed-in.ts";

const resources = ["shows", "theatres", "people", "roles", "productions", "cast-members", "crew-members"];

/** What the API serves of each relation that `include` offers. */
const relations: Record<string, Record<string, string>> = {
  shows: { productions: "productions" },
  people: { credits: "credits" },
  productions: { cast: "cast", crew: "crew" },
};

/** Reads everything that a search can find, by the API's other paths. @param today the day in London. */
export async function createSearchWorld(
  service: TestService,
  staff: StaffClient,
  today: string,
  { withIncluded = true } = {},
): Promise<World> {
  const get = async (path: string) => (await staff.send("GET", path)).body as unknown;
  const world: World = { today, lists: {}, details: new Map(), changed: new Map(), included: new Map() };
  for (const path of resources) {
    const list = (await get(path)) as Document[];
    world.lists[path] = list;
    for (const exported of (await get(`export/${path}`)) as (Document & { details: object })[])
      world.details.set(`${path}/${exported.id}`, { ...exported.details, id: exported.id });
    if (!withIncluded) continue;
    for (const { id } of list)
      for (const [name, part] of Object.entries({ details: "details", sources: "sources", ...relations[path] }))
        world.included.set(`${name} ${path}/${id}`, await get(`${path}/${id}/${part}`));
  }
  await readChanges(service, world);
  if (withIncluded) addTheatres(world);
  return world;
}

function addTheatres({ lists, included }: World): void {
  const theatre = (production: Document | undefined) =>
    lists["theatres"]?.find(({ id }) => id === production?.["theatre_id"]);
  for (const production of lists["productions"] ?? [])
    included.set(`theatre productions/${production.id}`, theatre(production));
  for (const path of ["cast-members", "crew-members"])
    for (const { id, production_id } of lists[path] ?? []) {
      const production = lists["productions"]?.find((one) => one.id === production_id);
      included.set(`production.theatre ${path}/${id}`, theatre(production));
    }
  for (const { id, name } of lists["theatres"] ?? []) {
    const housed = (lists["productions"] ?? []).filter(({ theatre_id }) => theatre_id === id);
    const key = ({ opening_date, id: own }: Document) => `${String(opening_date)} ${own}`;
    const sorted = housed.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
    included.set(
      `productions theatres/${id}`,
      sorted.map((one) => ({ ...one, theatre: { id, name } })),
    );
  }
}

async function readChanges({ infrastructure }: TestService, { changed }: World): Promise<void> {
  const changes = await infrastructure.database.prisma.$queryRaw<{ key: string; at: Date }[]>`
    SELECT resource || '/' || id AS key, changed_at AS at FROM record_changes WHERE NOT is_deleted`;
  for (const { key, at } of changes) changed.set(key, at.getTime());
}

/** Creates few records of which much is known: equal names, nulls, aliases, covers and engagements of every kind. */
export async function fillSmallHouse(staff: StaffClient): Promise<void> {
  const random = seededRandom(7);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const orNull = <Item>(value: Item) => (random() < 0.4 ? null : value);
  const make = async (path: string, body: object, details: object) => {
    const created = await staff.send("POST", path, body);
    if (created.status !== 201) throw new Error(`${path}: ${JSON.stringify(created.body)}`);
    const detailed = await staff.send("PUT", `${path}/${created.body.id}/details`, details);
    if (detailed.status !== 200) throw new Error(`${path} details: ${JSON.stringify(detailed.body)}`);
    return created.body;
  };
  const aliasNames = ["The Lyon King", "Örjan’s Own", "Ham-let", "Maud & Co", "Palais"];
  const aliases = () => (random() < 0.4 ? [1, 2].map(() => ({ name: pick(aliasNames), kind: "also" })) : []);
  const known = (n: number) => ({
    aliases: aliases(),
    ...(random() < 0.5 && { external_ids: { wikidata: `Q${n % 7}`, ibdb: String(n) } }),
  });

  const shows: Document[] = [];
  const titles = "Hamlet|hamlet|HAMLET!|Les Misérables|The Lion King|Lion & Kings|Kiss Me, Kate|O'Brien's Bar";
  for (const [n, name] of titles.split("|").entries()) {
    const type = pick(["musical", "play", "comedy", "drama"]);
    const body = { name, type, description: orNull("x"), booking_until: orNull(`2027-0${1 + (n % 9)}-01`) };
    shows.push(await make("shows", body, known(n)));
  }
  const theatres: Document[] = [];
  for (const [n, name] of ["Palace", "Lyric Hamlet", "New Palace", "Øster-Bro", "palace"].entries()) {
    const place = n === 3 ? {} : { lat: 51.5 + n / 500, lng: -0.12 };
    const body = { name, capacity: orNull(100 * (1 + (n % 3))), ...place, current_show_id: pick(shows).id };
    theatres.push(await make("theatres", body, known(n)));
  }
  const people: Document[] = [];
  const names = `Ada King|Ben O’Brien|ben obrien|Cléo de Ville|Dan Hammond|Eva Kingsley|Fay-Ann Lyons|Gus Ki\u200dﬃng`;
  for (const [n, name] of [...names.split("|"), "Zoë Hamlett", "王 芳"].entries())
    people.push(await make("people", { name, bio: orNull(`${n}`) }, known(n)));
  const years = [2023, 2024, 2025, 2026];
  for (let n = 0; n < 11; n += 1) {
    const year = pick(years);
    const opening_date = `${year}-0${1 + below(9)}-10`;
    const closing_date = orNull(`${year + below(2)}-12-${10 + below(20)}`);
    const body = { show_id: pick(shows).id, theatre_id: pick(theatres).id, opening_date, closing_date };
    const first_preview = orNull(`${opening_date.slice(0, 8)}01`);
    const { aliases: _none, ...ids } = known(n);
    const run = await make("productions", body, { first_preview, intervals: orNull(1), ...ids });
    const roles: Document[] = [];
    for (const name of ["Hamlet", "King Simba", "Kate"].slice(below(3)))
      roles.push(await make("roles", { name, production_id: run.id }, { aliases: aliases() }));
    const cast = [...new Set(Array.from({ length: 5 }, () => pick(people)))];
    for (const [index, person] of cast.entries()) {
      const role_id = roles[index]?.id ?? null;
      const role_type = pick(["principal", "ensemble", "swing"]);
      const member = { person_id: person.id, production_id: run.id, role_id, role_type };
      const engagement = pick([
        { from: String(year) },
        { to: `${year}-11` },
        { from: null, ended: true },
        { from: `${year}-10`, to: `${year}-10-20` },
        {},
      ]);
      const engagements = random() < 0.5 ? [] : [engagement];
      const covers = role_id === null && random() < 0.6 ? roles.slice(0, 2).map((role) => ({ role_id: role.id })) : [];
      await make("cast-members", { ...member, billing_order: orNull(1 + index) }, { engagements, covers });
    }
    for (const job of ["director", "composer", "other"].slice(below(3))) {
      const credit = job === "other" ? "Consultant" : orNull("As the programme says");
      const body = { person_id: pick(people).id, production_id: run.id, job, credit, billing_order: orNull(2) };
      await make("crew-members", body, { from: orNull("2024"), to: orNull("2025-03") });
    }
  }
}
