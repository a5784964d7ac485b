"use client";

import { useEffect } from "react";
import { languageCookie } from "./language-cookie";

const yearSeconds = 31_536_000;

/** A language chosen in one example applies to all examples and to later pages. */
export function RememberLanguage() {
  useEffect(() => {
    document.addEventListener("change", follow);
    return () => document.removeEventListener("change", follow);
  }, []);
  return null;
}

function follow({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || !target.matches(choices)) return;
  for (const other of document.querySelectorAll<HTMLInputElement>(choices)) {
    if (other.value === target.value) other.checked = true;
  }
  document.cookie = `${languageCookie}=${target.value}; Path=/docs; Max-Age=${yearSeconds}; SameSite=Lax`;
}

const choices = "input[data-language-choice]";
