import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { guessOrders, orient } from "./match-rows";
import { nameKey } from "@/lib/listings/search/matching.browser";
import { readCastList } from "./read-cast-list";

const known = new Set(["Cate Blanchett", "Tom Burke", "Emma Corrin"].map(nameKey));
const isKnown = (name: string) => known.has(nameKey(name));

function read(text: string, people: (name: string) => boolean = isKnown) {
  const names = { isPerson: people, isRole: () => false };
  const list = readCastList(text, names);
  const orders = guessOrders(list, names);
  return { ...list, entries: list.rows.map((row) => ({ ...orient(row, orders), role_type: row.role_type })) };
}

/** The entries, as `person | role | type`; the type only when it isn't principal. */
function entries(text: string, people?: (name: string) => boolean): string[] {
  return read(text, people).entries.map(({ person, role, role_type }) =>
    [person, role ?? "-", ...(role_type === "principal" ? [] : [role_type])].join(" | "),
  );
}

/** What `dataset-casts.test.ts` does not try with every cast of the dataset. */
describe("a cast list is read as it is printed", () => {
  test.each([
    ["an em dash", "Cate Blanchett — Arkadina\nTom Burke—Trigorin\nEmma Corrin — Nina"],
    ["a hyphen", "Cate Blanchett - Arkadina\nTom Burke - Trigorin\nEmma Corrin - Nina"],
    ["an equals sign", "* Cate Blanchett = Arkadina\n* Tom Burke = Trigorin\n* Emma Corrin = Nina"],
    ["leaders", "Cate Blanchett ..... Arkadina\nTom Burke…Trigorin\nEmma Corrin . . . . Nina"],
    ["brackets around names", "Arkadina (Cate Blanchett)\nTrigorin (Tom Burke)\nNina [Emma Corrin]"],
    ["“as” below the name", "Cate Blanchett\nas Arkadina\n\nTom Burke\nas Trigorin\n\nEmma Corrin\nas Nina"],
    ["a table", "|Name|Role|\n|-|-|\n| Cate Blanchett | Arkadina |\n| Tom Burke | Trigorin |\n| Emma Corrin | Nina |"],
    ["signs of footnotes", "Cate Blanchett† – Arkadina\nTom Burke* – Trigorin‡\n§Emma Corrin¹² – Nina²"],
    ["bullets and numbers", "• Cate Blanchett – Arkadina\n2. Tom Burke – Trigorin\n- Emma Corrin – Nina"],
    ["a table with a head", "Role\tActor\nArkadina\tCate Blanchett\nTrigorin\tTom Burke\nNina\tEmma Corrin"],
    [
      "headings",
      "CAST\nCate Blanchett – Arkadina\nTom Burke – Trigorin\n\nDirected by Thomas Ostermeier\nEmma Corrin – Nina\nCREATIVES\nSet design – Magda Willi",
    ],
    [
      "a mixture",
      "Cate Blanchett – Arkadina\nTom Burke as Trigorin\nEmma Corrin (Nina)\n† Miss Blanchett appears Mon–Sat\n* At certain performances.",
    ],
  ])("with %s", (_way, text) => {
    expect(entries(text)).toEqual(["Cate Blanchett | Arkadina", "Tom Burke | Trigorin", "Emma Corrin | Nina"]);
  });

  test.each([
    ["no person is known, and roles are one word", "Nina – Ann Other\nSorin – Ben Other", "Ann Other | Nina"],
    ["roles have titles", "Mrs Wormwood – Ann Other\nThe Doctor – Ben Other", "Ann Other | Mrs Wormwood"],
    ["roles look like names", "Alexander Hamilton – Tom Burke\nBurr – Ben Other", "Tom Burke | Alexander Hamilton"],
    ["nothing speaks for either side", "Ann Other – Jane Eyre", "Ann Other | Jane Eyre"],
    ["a table's head names it", "Character\tPerformer\nAnn Other\tJane Eyre", "Jane Eyre | Ann Other"],
  ])("the side of the person is found when %s", (_case, text, first) => {
    expect(entries(text)[0]).toBe(first);
  });

  test("entries with brackets have an order of their own", () => {
    const text = "Nina – Emma Corrin\nTrigorin – Tom Burke\nUnderstudies: Ann Smith (Arkadina), Bob Jones (Trigorin)";
    const understudies = ["Ann Smith | Arkadina | understudy", "Bob Jones | Trigorin | understudy"];

    expect(entries(text)).toEqual(["Emma Corrin | Nina", "Tom Burke | Trigorin", ...understudies]);
  });
});

describe("the type of a role is read", () => {
  test.each([
    ["Emma Corrin (alternate) – Nina", "Emma Corrin | Nina | alternate"],
    ["Emma Corrin (u/s Nina)", "Emma Corrin | Nina | understudy"],
    ["Understudy Nina – Emma Corrin", "Emma Corrin | Nina | understudy"],
    ["Emma Corrin – Standby for Nina", "Emma Corrin | Nina | standby"],
    ["Emma Corrin – Swing", "Emma Corrin | - | swing"],
    ["Swing: Emma Corrin", "Emma Corrin | - | swing"],
    ["Emma Corrin\tNina\tAlternate", "Emma Corrin | Nina | alternate"],
    ["Paddington (on-stage performer) – Emma Corrin", "Emma Corrin | Paddington (on-stage performer)"],
    ["Swing Dancer – Emma Corrin", "Emma Corrin | Swing Dancer"],
  ])("%s", (text, entry) => {
    expect(entries(text)).toEqual([entry]);
  });

  test.each([
    ["ENSEMBLE:", "ensemble"],
    ["The Ensemble (in alphabetical order)", "ensemble"],
    ["Understudies :", "understudy"],
    ["Standbys:", "standby"],
  ])("%j is a heading", (heading, role_type) => {
    const [, second] = read(`Tom Burke – Trigorin\n${heading}\nAnn Other`).entries;
    expect(second).toEqual({ person: "Ann Other", role: null, role_type });
  });

  test("a heading of the cast ends the group before it", () => {
    const found = entries("Swings\nAnn Other\nCast\nTom Burke – Trigorin");
    expect(found).toEqual(["Ann Other | - | swing", "Tom Burke | Trigorin"]);
  });
});

describe("a line with several people", () => {
  test.each([
    ["ENSEMBLE\nAnn Smith, Bob Jones, Carol White", ["Ann Smith", "Bob Jones", "Carol White"]],
    ["Ensemble: Ann Smith, Bob Jones,\nCy White and Dan Green.", ["Ann Smith", "Bob Jones", "Cy White", "Dan Green"]],
    [
      `Swings: ${"ABCDEFGHIJKLMNOP".replace(/./g, "Ann $&Other, ")}`,
      [..."ABCDEFGHIJKLMNOP"].map((one) => `Ann ${one}Other`),
    ],
    ["Ensemble – Sammy Davis, Jr., Bob Jones", ["Sammy Davis Jr.", "Bob Jones"]],
  ])("%j is a row for each", (text, people) => {
    const type = text.startsWith("Swings") ? "swing" : "ensemble";
    expect(entries(text)).toEqual(people.map((person) => `${person} | - | ${type}`));
  });

  test.each([
    ["Young Nina – Ann Smith, Bob Jones", ["Ann Smith | Young Nina", "Bob Jones | Young Nina"]],
    ["Raoul, Vicomte de Chagny – Tom Burke", ["Tom Burke | Raoul, Vicomte de Chagny"]],
    ["ENSEMBLE\nAnn Smith (u/s Nina)", ["Ann Smith | - | ensemble", "Ann Smith | Nina | understudy"]],
    ["Tom Burke, Trigorin", ["Tom Burke | Trigorin"]],
    ["Nina – Ann Smith and Bob Jones", ["Ann Smith | Nina", "Bob Jones | Nina"]],
  ])("%j", (text, found) => {
    expect(entries(text)).toEqual(found);
  });
});

describe("two lines each", () => {
  const web = "Ann Other\nJane Eyre\n\nBen Other\nEdward Rochester";

  test("are recognised by the blank lines between them", () => {
    expect(entries(web)).toEqual(["Ann Other | Jane Eyre", "Ben Other | Edward Rochester"]);
  });

  test("are not seen in a list of people, nor in a group below", () => {
    expect(entries("Cate Blanchett\nTom Burke\nAnn Other\nBen Other")).toHaveLength(4);
    const below = entries("Cate Blanchett\nArkadina\nSwings\nAnn Other\nBen Other");
    expect(below).toEqual(["Cate Blanchett | Arkadina", "Ann Other | - | swing", "Ben Other | - | swing"]);
  });
});

test.each([
  ["CAST", "Heading"],
  ["Directed by Thomas Ostermeier", "Credit"],
  ["Creatives: Ann Smith, Bob Jones", "Credit"],
  ["† Miss Blanchett appears Mon–Sat", "Footnote"],
  ["Performances: Mon–Sat 7.30pm", "Not recognised. Put one person on each line."],
  ["The role of Nina will be played by Emma Corrin until March", "Not recognised. Put one person on each line."],
  ["•", "No name"],
])("a line that is no entry is skipped with a reason: %j", (line, reason) => {
  expect(read(`Tom Burke – Trigorin\n${line}`)).toMatchObject({
    entries: [{ person: "Tom Burke" }],
    skipped: [{ line: 2, reason }],
  });
});

describe("any text", () => {
  const words = ["Cate Blanchett", "Nina", " – ", "\t", "  ", ": ", " as ", " (", ")", ", ", "....", "\n", "\r\n", "†"];
  const headings = ["ENSEMBLE", "Cast", "CREATIVES", "u/s ", "swing", "Directed by ", "Role\tActor", "is", "*", "1. "];
  const piece = fc.oneof(fc.string({ unit: "binary", maxLength: 12 }), fc.constantFrom(...words, ...headings));

  test("is read without an error, and every line is a row or skipped", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        const list = readCastList(text, { isPerson: isKnown, isRole: () => false });
        const found = [...list.rows.flatMap(({ lines }) => lines), ...list.skipped.map(({ line }) => line)];
        const wanted = text
          .split(/\r\n|[\n\r\u2028\u2029\v\f]/)
          .flatMap((line, index) => (/[^\s\u200b-\u200d\u2060\ufeff\u00ad]/.test(line) ? [index + 1] : []));

        expect([...new Set(found)].sort((a, b) => a - b)).toEqual(wanted);
        expect(new Set(list.rows.map(({ key }) => key)).size).toBe(list.rows.length);
      }),
    );
  });
});
