"use client";

import { useEffect, useState } from "react";

const pauseMilliseconds = 250;

/** A typed text, and the same once the typing pauses, so that not every letter costs a request. */
export function useTypedQuery(initial = "") {
  const [typed, setTyped] = useState(initial);
  const [wanted, setWanted] = useState(initial);

  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed]);

  return { typed, setTyped, wanted };
}
