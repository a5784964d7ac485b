import type { ReactNode } from "react";

interface Props {
  /** Null when the data can't be read. */
  data: {
    /** The day in London; null when the data has not changed since it was first loaded. */
    changedOn: string | null;
  } | null;
}

/** What a developer wants to know before relying on the service. */
export function GoodToKnow({ data }: Props) {
  return (
    <section aria-labelledby="good-to-know" className="mt-12 border-t border-line pt-8">
      <h2 id="good-to-know" className="text-2xl font-semibold">
        Before you build on it
      </h2>
      <dl className="mt-4 grid gap-x-10 gap-y-6 text-sm sm:grid-cols-2 lg:grid-cols-4">
        <Fact name="Freshness">
          {data && <LastChange on={data.changedOn} />} Every read sees a change as soon as it is saved.{" "}
          <Plain href="/docs/guides/polling">Polling for changes</Plain> is free.
        </Fact>
        <Fact name="Reuse">
          The data is offered under <Plain href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</Plain>.
          Coordinates are <Plain href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</Plain>:
          credit them where you publish coordinates.
        </Fact>
        <Fact name="Stability">
          One version, without a number in its paths: <Plain href="/docs/guides/versions">what to rely on</Plain>. Lists
          are complete, <Plain href="/docs/guides/paging">without paging</Plain>. Is it up?{" "}
          <Plain href="/api/health/ready">Status</Plain>.
        </Fact>
        <Fact name="Contact">
          <Plain href="/.well-known/security.txt">security.txt</Plain> says how to reach the operator. Found someone’s
          key? <Plain href="/developers/found-a-key">Revoke it here</Plain>.
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

function LastChange({ on }: { on: string | null }) {
  if (on === null) return "The data has not changed since it was first loaded.";
  return (
    <>
      Data last changed on <time dateTime={on}>{day.format(Date.parse(on))}</time>.
    </>
  );
}

/** A date is parsed as midnight in UTC. */
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

function Plain({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="text-ink underline decoration-edge underline-offset-4 hover:decoration-curtain">
      {children}
    </a>
  );
}
