import { RequestLine } from "@/components/layout/request-line";
import { PageScript } from "./page-script";
import { PlacesNav, SearchForm } from "./public-page";

const things = { shows: "show", theatres: "theatre", people: "person" };

interface Props {
  place: keyof typeof things;
  id: string;
  requestId: string | null;
  nonce: string;
}

/** A record that is not there: a search for the words of its id, which may have a similar name. */
export function NotHere({ place, id, requestId, nonce }: Props) {
  const thing = things[place];
  return (
    <div className="page-width page-wide py-6 sm:py-10">
      <PlacesNav />
      <h1 className="mt-8 text-4xl leading-tight font-semibold">No such {thing}</h1>
      <p className="mt-3 max-w-[65ch] text-lg text-muted">
        No {thing} has this address. It may have been removed, or the address is mistyped. Search for it:
      </p>
      <div className="mt-6 flex">
        <SearchForm text={id.replaceAll("-", " ").slice(0, 100)} isMain />
      </div>
      {requestId !== null && <RequestLine label="Request ID" text={requestId} />}
      <PageScript nonce={nonce} />
    </div>
  );
}
