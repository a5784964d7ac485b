"use client";

import { usePathname } from "next/navigation";
import { RequestLine } from "@/components/layout/request-line";
import { PlacesNav, SearchForm } from "./public-page";

const things: Readonly<Record<string, string>> = { shows: "show", theatres: "theatre", people: "person" };

/** A record that is not there: a search for the words of its id, which may have a similar name. */
export function NotHere({ requestId }: { requestId: string | null }) {
  const [, place = "", id = ""] = usePathname().split("/");
  const text = wordsOf(id);
  const thing = things[place] ?? "page";
  return (
    <div className="page-width max-w-[1080px] py-6 sm:py-10">
      <PlacesNav />
      <h1 className="mt-8 text-4xl leading-tight font-semibold">No such {thing}</h1>
      <p className="mt-3 max-w-[65ch] text-lg text-muted">
        No {thing} has this address. It may have been removed, or the address is mistyped. Search for it:
      </p>
      <div className="mt-6 flex">
        <SearchForm text={text} isMain />
      </div>
      {requestId !== null && <RequestLine label="Request ID" text={requestId} />}
    </div>
  );
}

function wordsOf(id: string): string {
  try {
    return decodeURIComponent(id).replaceAll("-", " ").slice(0, 100);
  } catch {
    return "";
  }
}
