"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";

/** How somebody looks at a list. It stands in the address, so that a view can be sent to a colleague. */
export interface ListState {
  typed: string;
  /** A column's id, with `-` before it for the other way round. */
  order: string;
  /** Columns in sight, by id. */
  columns: readonly string[];
  /** The value of each filter that is set. */
  chosen: Readonly<Record<string, string>>;
}

interface Usual {
  order: string;
  columns: readonly string[];
  filters: readonly string[];
  allColumns: readonly string[];
}

/** Whoever types goes on in the same place of the browser's history; every other step can be taken back. */
export function useListState(usual: Usual) {
  const parameters = useSearchParams();
  const [state, setState] = useState(() => read(new URLSearchParams(parameters), usual));

  useEffect(() => {
    const goBack = () => setState(read(new URLSearchParams(location.search), usual));
    window.addEventListener("popstate", goBack);
    return () => window.removeEventListener("popstate", goBack);
  }, [usual]);

  function change(part: Partial<ListState>) {
    const next = { ...state, ...part };
    setState(next);
    const search = write(next, usual);
    const address = `${location.pathname}${search && `?${search}`}`;
    if ("typed" in part) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  }

  return { state, change };
}

function read(parameters: URLSearchParams, usual: Usual): ListState {
  const columns = parameters
    .get("columns")
    ?.split(",")
    .filter((id) => usual.allColumns.includes(id));
  const chosen = usual.filters.flatMap((id) => {
    const value = parameters.get(id);
    return value === null ? [] : [[id, value] as const];
  });
  return {
    typed: parameters.get("q") ?? "",
    order: parameters.get("sort") ?? usual.order,
    columns: columns?.length ? columns : usual.columns,
    chosen: Object.fromEntries(chosen),
  };
}

function write({ typed, order, columns, chosen }: ListState, usual: Usual): string {
  const parameters = new URLSearchParams(chosen);
  if (typed !== "") parameters.set("q", typed);
  if (order !== usual.order) parameters.set("sort", order);
  if (columns.join() !== usual.columns.join()) parameters.set("columns", columns.join());
  return parameters.toString();
}
