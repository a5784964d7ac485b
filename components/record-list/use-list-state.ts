"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { readListState, writeListState, type ListState, type Usual } from "./list-state";

/** Typing replaces the entry in the browser's history; every other step adds one, so that it can be taken back. */
export function useListState(usual: Usual) {
  const parameters = useSearchParams();
  const [state, setState] = useState(() => readListState(new URLSearchParams(parameters), usual));

  useEffect(() => {
    const goBack = () => setState(readListState(new URLSearchParams(location.search), usual));
    window.addEventListener("popstate", goBack);
    return () => window.removeEventListener("popstate", goBack);
  }, [usual]);

  function change(part: Partial<ListState>) {
    const next = { ...state, ...part };
    setState(next);
    const search = writeListState(next, usual);
    const address = `${location.pathname}${search && `?${search}`}`;
    if ("typed" in part) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  }

  return { state, change };
}
