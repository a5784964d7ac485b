import Link from "next/link";
import type { ReactNode } from "react";
import { ProseLink } from "@/components/docs/text";
import { firstKeyPath, newKeyPath } from "@/components/layout/new-key-path";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { TitledSection } from "@/components/ui/titled-section";
import { inFull } from "../run-words";
import { Console } from "./console";

interface Props {
  origin: string;
  isSignedIn: boolean;
  isSignUpOpen: boolean;
  /** Requests per day. */
  publicLimit: number;
  keyLimit: number;
  /** The id of a show, whose record is short; null when the data can't be read. */
  showId: string | null;
  choices: Parameters<typeof Console>[0]["choices"];
}

/** The listings for programs: how to get a key, a first request, a live console and the limits. */
export function ApiSection({ origin, isSignedIn, isSignUpOpen, publicLimit, keyLimit, showId, choices }: Props) {
  return (
    <section aria-labelledby="api" className="mt-12 border-t border-line pt-8">
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[5fr_6fr] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0">
          <h2 id="api" className="scroll-mt-6 text-3xl leading-tight font-semibold sm:text-4xl">
            All of it as JSON
          </h2>
          <p className="mt-4 max-w-[60ch] text-lg text-muted">
            Theatre Listings is a public API of London’s theatres, their shows and the people in them: past runs and
            present, cast by cast, free to read without a key.
          </p>
          <KeyLink {...{ isSignedIn, isSignUpOpen, keyLimit }} />
          <FirstCall {...{ origin, showId }} />
        </div>
        <Console choices={choices} />
        <Limits {...{ publicLimit, keyLimit }} />
      </div>
    </section>
  );
}

/** The way to a key, and to the documentation. */
function KeyLink({ isSignedIn, isSignUpOpen, keyLimit }: Pick<Props, "isSignedIn" | "isSignUpOpen" | "keyLimit">) {
  const signInPath = `/sign-in?callbackUrl=${encodeURIComponent(newKeyPath)}`;
  return (
    <div className="mt-6">
      <div className="flex flex-wrap gap-3">
        <Link
          href={isSignedIn ? newKeyPath : isSignUpOpen ? firstKeyPath : signInPath}
          prefetch={false}
          className={buttonClass("primary")}
        >
          {isSignedIn ? "Create a key" : "Get a free key"}
        </Link>
        <Link href="/docs" prefetch={false} className={buttonClass("quiet")}>
          Read the docs
        </Link>
      </div>
      <p className="mt-3 text-sm text-muted">
        {keyLimit.toLocaleString("en-GB")} requests a day with a key.
        {!isSignedIn && isSignUpOpen && " An email address and a password are enough."}
      </p>
    </div>
  );
}

function FirstCall({ origin, showId }: Pick<Props, "origin" | "showId">) {
  const command = `curl ${origin}/api/shows${showId === null ? "" : `/${encodeURIComponent(showId)}`}`;
  return (
    <TitledSection id="first-call" title="Make your first request" className="mt-8" level="h3" look="text-lg">
      <div className="mt-2 flex items-center gap-2 rounded border border-line bg-sunken p-2 pl-4">
        <code className="min-w-0 grow py-1 font-mono text-sm break-all select-all">{command}</code>
        <CopyButton text={command} label="Copy the first request" />
      </div>
      <p className="mt-2 text-sm text-muted">
        In JavaScript and Python:{" "}
        <Link
          href="/docs/guides/first-call"
          prefetch={false}
          className="text-ink underline decoration-edge underline-offset-4 hover:decoration-curtain"
        >
          a first call in a minute
        </Link>
      </p>
    </TitledSection>
  );
}

function Limits({ publicLimit, keyLimit }: Pick<Props, "publicLimit" | "keyLimit">) {
  const tiers = [
    { name: "Without a key", limit: publicLimit, countedOn: "IP address" },
    { name: "With a key", limit: keyLimit, countedOn: "key" },
  ];
  return (
    <TitledSection id="limits" title="Rate limits" className="min-w-0 overflow-x-auto" level="h3" look="text-lg">
      <table className="mt-2 w-full text-left text-sm">
        <thead className="text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 pr-4 font-normal">
              Access
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-normal">
              Requests per day
            </th>
            <th scope="col" className="py-2 pl-2 font-normal">
              Counted per
            </th>
          </tr>
        </thead>
        <tbody>
          {tiers.map(({ name, limit, countedOn }) => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="py-2 pr-4 font-semibold">
                {name}
              </th>
              <td className="py-2 pr-4 text-right font-mono">{limit.toLocaleString("en-GB")}</td>
              <td className="py-2 pl-2">{countedOn}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-muted">
        Send your key as <code className="font-mono text-ink">Authorization: Bearer …</code>. Limits reset at midnight
        UTC. Responses with <code className="font-mono text-ink">304</code> and{" "}
        <code className="font-mono text-ink">/api/quota</code> are free.
      </p>
    </TitledSection>
  );
}

/** What a developer wants to know before relying on the service. @param data null when it can't be read. */
export function GoodToKnow({ data }: { data: { changedOn: string | null } | null }) {
  return (
    <section aria-labelledby="good-to-know" className="mt-12 border-t border-line pt-8">
      <h2 id="good-to-know" className="text-2xl font-semibold">
        Before you build on it
      </h2>
      <dl className="mt-4 grid gap-x-10 gap-y-6 text-sm sm:grid-cols-2 lg:grid-cols-4">
        <Fact name="Freshness">
          {data?.changedOn === null && "The data has not changed since it was first loaded."}
          {data?.changedOn && (
            <>
              Data last changed on <time dateTime={data.changedOn}>{inFull.format(new Date(data.changedOn))}</time>.
            </>
          )}{" "}
          Every read sees a change as soon as it is saved.{" "}
          <ProseLink href="/docs/guides/polling">Polling for changes</ProseLink> is free.
        </Fact>
        <Fact name="Reuse">
          The data is offered under <ProseLink href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</ProseLink>
          . Coordinates are{" "}
          <ProseLink href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</ProseLink>: credit
          them where you publish coordinates.
        </Fact>
        <Fact name="Stability">
          One version, without a number in its paths:{" "}
          <ProseLink href="/docs/guides/versions">what to rely on</ProseLink>. Lists are complete,{" "}
          <ProseLink href="/docs/guides/paging">without paging</ProseLink>. Is it up?{" "}
          <ProseLink href="/api/health/ready">Status</ProseLink>.
        </Fact>
        <Fact name="Contact">
          <ProseLink href="/.well-known/security.txt">security.txt</ProseLink> says how to reach the operator. Found
          someone’s key? <ProseLink href="/developers/found-a-key">Revoke it here</ProseLink>.
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-l-2 border-gilt pl-3">
      <dt className="font-semibold">{name}</dt>
      <dd className="mt-1 text-muted">{children}</dd>
    </div>
  );
}
