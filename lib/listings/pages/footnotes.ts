import "server-only";
import type { Row } from "../../catalogue/row.ts";
import { dayInLondon } from "../../core/dates.ts";
import type { Footnote, Provenance } from "./schema.browser.ts";

interface SourcesDocument {
  verified_at: string | null;
  sources: readonly Footnote[];
}

/** Numbers the sources of a page, each once. */
export class Footnotes {
  readonly #numbers = new Map<string, number>();
  readonly list: Footnote[] = [];

  /** The footnotes of a record, which the page then has. */
  of({ sources: document }: Row): Provenance {
    // The schemas parsed the document when it was written.
    const { verified_at, sources } = document as unknown as SourcesDocument;
    const marks = new Set(sources.map((source) => this.#numberOf(source)));
    return {
      marks: [...marks].toSorted((a, b) => a - b),
      verifiedOn: verified_at && dayInLondon(Date.parse(verified_at)),
    };
  }

  #numberOf({ name, url, read_on }: Footnote): number {
    const key = JSON.stringify([name, url, read_on]);
    const number = this.#numbers.get(key) ?? this.list.push({ name, url, read_on });
    this.#numbers.set(key, number);
    return number;
  }
}
