import "server-only";
import type { ResourcePath } from "../resources/resource-views.browser.ts";

/** The relations that `include` can offer, beside details and sources. */
export type IncludedRelation = "theatre" | "cast" | "crew" | "productions" | "credits" | "production.theatre";

/** A parameter that takes values of an enum: the resource and the field that have it. */
interface SearchEnum {
  readonly resource: ResourcePath;
  readonly field: string;
  readonly values: readonly [string, ...string[]];
}

/** How a resource is searched (contract §15), beside what follows from its schemas. */
export interface SearchDefinition {
  /** The resources whose names `q` is compared with. Default: the resource itself. */
  readonly names?: readonly ResourcePath[];
  /** By parameter. */
  readonly enums?: Readonly<Record<string, SearchEnum>>;
  /** The resource whose dates decide what runs on a day. */
  readonly runningOn?: ResourcePath;
  /** The fields whose days can be limited, by the name that the parameters `<name>_from` and `<name>_to` begin with. */
  readonly days?: Readonly<Record<string, string>>;
  /** Whether the parameters `plays_on`, `plays_at` and `access` ask for performances (contract §27). */
  readonly hasPerformances?: boolean;
  readonly relations?: readonly IncludedRelation[];
}
