import { firstKeyPath, newKeyPath } from "@/components/layout/new-key-path";
import type { Code, ExampleCall, Language } from "@/lib/docs/code/schema.browser";
import { CodeBlock } from "./code-block";
import { LinkedHeading } from "./linked-heading";

interface Props {
  origin: string;
  code: Code;
  /** The call that the code makes. */
  call: ExampleCall;
  language: Language;
  isSignedIn: boolean;
}

/** The essentials: base URL, key and a first request. */
export function Introduction({ origin, code, call, language, isSignedIn }: Props) {
  return (
    <section aria-labelledby="first-call" className="mt-3 grid gap-x-10 gap-y-4 xl:grid-cols-2">
      <div className="min-w-0">
        <p className="text-lg text-muted">
          Theatres, shows, productions and casts of London’s West End, as JSON over <code>GET</code>. No key needed to
          get started.
        </p>
        <dl className="mt-4 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
          <dt className="text-muted">Base URL</dt>
          <dd className="font-mono [overflow-wrap:anywhere]">{origin}/api</dd>
          <dt className="text-muted">API key (optional)</dt>
          <dd>
            <code className="font-mono [overflow-wrap:anywhere]">Authorization: Bearer tl_live_…</code>{" "}
            <Plain href={isSignedIn ? newKeyPath : firstKeyPath}>
              {isSignedIn ? "Create a key" : "Get a free key"}
            </Plain>
          </dd>
          <dt className="text-muted">Paging</dt>
          <dd>
            <Plain href="/docs/guides/paging">Lists are complete</Plain>
          </dd>
        </dl>
      </div>
      <div className="min-w-0">
        <LinkedHeading as="h2" anchor="first-call">
          Make your first request
        </LinkedHeading>
        <div className="mt-2">
          <CodeBlock name="first-call" label="First request" code={code} call={call} chosen={language} />
        </div>
      </div>
    </section>
  );
}

function Plain({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="underline decoration-edge underline-offset-4 hover:decoration-curtain">
      {children}
    </a>
  );
}
