import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";

interface SearchSchema<State> {
  /** Missing and unknown values get their defaults. */
  read(parameters: URLSearchParams): State;
  /** The query string, without default values. */
  write(state: State): string;
}

/** State in the page's address. It has a copy, as the router's lags behind typing. @param schema always the same object. */
export function useSearchState<State>(schema: SearchSchema<State>) {
  const parameters = useSearchParams();
  const [state, setState] = useState(() => schema.read(new URLSearchParams(parameters)));
  const written = useRef<string | null>(null);

  // Back, and links to this page.
  useEffect(() => {
    const follow = () => {
      const query = location.search.slice(1);
      if (query !== (written.current ?? query)) setState(schema.read(new URLSearchParams(query)));
      written.current = query;
    };
    follow();
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, [parameters, schema]);

  /** Typing replaces the history entry; every other change adds one, so that Back undoes it. */
  function change(next: State, { isTyping = false } = {}) {
    setState(next);
    const query = schema.write(next);
    written.current = query;
    const address = `${location.pathname}${query && `?${query}`}`;
    if (isTyping) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  }

  return [state, change] as const;
}

/** Texts by the names of their parameters; an empty one is left out. */
export function textSchema<Texts extends Readonly<Record<string, string>>>(empty: Texts): SearchSchema<Texts> {
  return {
    // The names are those of `empty`.
    read: (parameters) =>
      Object.fromEntries(Object.keys(empty).map((name) => [name, parameters.get(name) ?? ""])) as unknown as Texts,
    write: (texts) => withoutEmpty(texts).toString(),
  };
}

export function withoutEmpty(texts: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams(Object.entries(texts).filter(([, value]) => value !== ""));
}

/** Sets one parameter of the address, or removes it with null, without a new history entry. */
export function setParameter(name: string, value: string | null): void {
  const address = new URL(location.href);
  if (value === null) address.searchParams.delete(name);
  else address.searchParams.set(name, value);
  history.replaceState(null, "", address);
}
