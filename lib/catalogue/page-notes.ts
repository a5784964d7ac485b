import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "../core/process-singleton.ts";
import type { Catalogue } from "./catalogue.ts";

/** What a page depends on, collected while Next renders it. */
export class PageNotes {
  readonly #version: number | null;
  readonly #values = new Set<{ isCurrent(): boolean }>();
  #isFollowed = false;
  #isOfAllData = false;

  /** @param version of the data when the rendering begins; null while it is unknown. */
  constructor(version: number | null) {
    this.#version = version;
  }

  /** The rendering has reached these notes. Otherwise something may have been read that is missing in them. */
  follow(): void {
    this.#isFollowed = true;
  }

  /** The page shows a value that was made of the catalogue. */
  add(notes: { isCurrent(): boolean }): void {
    this.#isFollowed = true;
    this.#values.add(notes);
  }

  /** The page shows something that can't be noted, or lacks what it could not read: it is of one version of the data. */
  addAllData(): void {
    this.#isOfAllData = true;
  }

  /**
   * Whether all that the page shows is as it is at `version`. The catalogue is brought up to date for it, unless the page
   * shows nothing of the data.
   *
   * @param version the current version of the data; null while it is unknown. Then the data that is there decides.
   */
  async isCurrent(catalogue: Catalogue, version: number | null): Promise<boolean> {
    const isOfVersion = () =>
      !this.#isFollowed || this.#isOfAllData
        ? version !== null && this.#version !== null && version <= this.#version
        : [...this.#values].every((notes) => notes.isCurrent());
    if (this.#values.size === 0 || this.#isOfAllData) return isOfVersion();
    try {
      await catalogue.reach(version);
    } catch {
      return false;
    }
    return isOfVersion();
  }
}

/** The notes of the page that is being rendered. The pages' bundle reads the data, and the server's bundle keeps the pages. */
export const renderedPage = processSingleton("page notes", () => new AsyncLocalStorage<PageNotes>());
