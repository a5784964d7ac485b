import { describe, expect, test } from "vitest";
import { externalPage, pastedId } from "./ids-control";

const uuid = "0383dadf-2a4e-4d10-a46a-e9e041da8eb3";

describe("the page of a record at another site", () => {
  test.each([
    ["people", "wikidata", "Q646389", "https://www.wikidata.org/wiki/Q646389"],
    ["people", "isni", "000000012096553X", "https://isni.org/isni/000000012096553X"],
    ["people", "imdb", "nm0592135", "https://www.imdb.com/name/nm0592135/"],
    ["shows", "imdb", "tt8503618", "https://www.imdb.com/title/tt8503618/"],
    ["people", "ibdb", "107502", "https://www.ibdb.com/person.php?id=107502"],
    ["people", "musicbrainz", uuid, `https://musicbrainz.org/artist/${uuid}`],
    ["shows", "theatricalia", "2x1", "https://theatricalia.com/play/2x1"],
  ] as const)("%s, %s %s is %s", (path, scheme, id, page) => {
    expect(externalPage(path, scheme, id)).toBe(page);
  });

  test.each([
    ["wikidata", "646389"],
    ["imdb", "nm12"],
    ["theatricalia", "../a"],
    ["viaf", "1"],
  ])("%s %j has none: the id is not complete", (scheme, id) => {
    expect(externalPage("people", scheme, id)).toBeNull();
  });
});

test.each([
  ["wikidata", "https://www.wikidata.org/wiki/Q646389#sitelinks", "Q646389"],
  ["isni", "https://isni.org/isni/000000012096553X", "000000012096553X"],
  ["isni", "0000 0001 2096 553x", "000000012096553X"],
  ["imdb", "https://www.imdb.com/name/nm0592135/?ref_=nv_sr", "nm0592135"],
  ["ibdb", "https://www.ibdb.com/broadway-cast-staff/lin-manuel-miranda-107502", "107502"],
  ["musicbrainz", `https://musicbrainz.org/artist/${uuid}/releases`, uuid],
  ["theatricalia", "https://theatricalia.com/person/2x1/judi-dench", "2x1"],
  ["wikidata", " Q1 ", "Q1"],
  ["wikidata", "https://example.com/", "https://example.com/"],
])("a pasted address becomes the id in it, of %s: %j is %j", (scheme, text, id) => {
  expect(pastedId(scheme, text)).toBe(id);
});
