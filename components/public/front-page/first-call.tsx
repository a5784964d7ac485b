import Link from "next/link";
import { CopyButton } from "@/components/ui/copy-button";

interface Props {
  origin: string;
  /** The id of a show, whose record is short; null when the data can't be read. */
  showId: string | null;
}

export function FirstCall({ origin, showId }: Props) {
  const command = `curl ${origin}/api/shows${showId === null ? "" : `/${encodeURIComponent(showId)}`}`;
  return (
    <section aria-labelledby="first-call" className="mt-8">
      <h2 id="first-call" className="text-lg font-semibold">
        Make your first request
      </h2>
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
    </section>
  );
}
