"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { readListState, writeListState, type ListState, type ListDefaults } from "./list-state";

/** Typing replaces the history entry; every other change adds one, so that Back undoes it. */
export function useListState(defaults: ListDefaults) {
  const parameters = useSearchParams();
  const [state, setState] = useState(() => readListState(new URLSearchParams(parameters), defaults));

  useEffect(() => {
    const goBack = () => setState(readListState(new URLSearchParams(location.search), defaults));
    window.addEventListener("popstate", goBack);
    return () => window.removeEventListener("popstate", goBack);
  }, [defaults]);

  function change(part: Partial<ListState>) {
    const next = { ...state, ...part };
    setState(next);
    const search = writeListState(next, defaults);
    const address = `${location.pathname}${search && `?${search}`}`;
    if (Object.keys(part).join() === "typed") history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  }

  return {
    state,
    /** The state as a query string. */
    query: writeListState(state, defaults),
    change,
    /** Shows the state of a query string. */
    show: (query: string) => change(readListState(new URLSearchParams(query), defaults)),
  };
}
