import type { ReactNode } from "react";
import { firstKeyPath, newKeyPath } from "@/components/layout/new-key-path";
import { CopyButton } from "@/components/ui/copy-button";
import { SingleKeysSwitch } from "@/components/ui/page-keys";
import { type ExampleCall, exampleCode, type Language } from "@/lib/docs/code/example-code.browser";
import { CodeBlock } from "./code-block";
import { CopyForAi } from "./code-text";
import { LinkedHeading, ProseLink } from "./text";

interface IntroductionProps {
  origin: string;
  call: ExampleCall;
  language: Language;
  isSignedIn: boolean;
}

/** The essentials: base URL, key and a first request. */
export function Introduction({ origin, call, language, isSignedIn }: IntroductionProps) {
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
            <ProseLink href={isSignedIn ? newKeyPath : firstKeyPath}>
              {isSignedIn ? "Create a key" : "Get a free key"}
            </ProseLink>
          </dd>
          <dt className="text-muted">Paging</dt>
          <dd>
            <ProseLink href="/docs/guides/paging">Lists are complete</ProseLink>
          </dd>
        </dl>
      </div>
      <div className="min-w-0">
        <LinkedHeading anchor="first-call">Make your first request</LinkedHeading>
        <div className="mt-2">
          <CodeBlock name="first-call" label="First request" code={exampleCode(call)} call={call} chosen={language} />
        </div>
      </div>
    </section>
  );
}

/** How other tools read the description of the API. */
export function Tools({ origin }: { origin: string }) {
  const address = `${origin}/api/openapi.json`;
  return (
    <section aria-labelledby="tools" className="mt-12">
      <LinkedHeading anchor="tools">Tools</LinkedHeading>
      <dl className="mt-3 grid gap-x-10 text-sm sm:grid-cols-2">
        <Tool name="Postman">
          Choose <b>Import</b> and paste this address: <Copied text={address} label="Copy the address for Postman" />
        </Tool>
        <Tool name="Insomnia">
          <ProseLink href={`https://insomnia.rest/run/?label=Theatre%20Listings&uri=${encodeURIComponent(address)}`}>
            Open in Insomnia
          </ProseLink>
          , or choose <b>Import</b> and paste the same address.
        </Tool>
        <Tool name="Swagger Editor">
          <ProseLink href={`https://editor-next.swagger.io/?url=${encodeURIComponent(address)}`}>
            Open in Swagger Editor
          </ProseLink>
          , in the browser and without an account.
        </Tool>
        <Tool name="Assistants">
          <ProseLink href="/docs/guides/assistants">Add the MCP server</ProseLink> to Claude, ChatGPT, Cursor or VS
          Code: <Copied text={`${origin}/mcp`} label="Copy the address for assistants" />
        </Tool>
        <Tool name="OpenAPI 3.1">
          <ProseLink href="/api/openapi.json" download="theatre-listings.openapi.json">
            Download
          </ProseLink>{" "}
          or <ProseLink href="/api/openapi.json">open it</ProseLink>. It is made from the code that serves the API.
        </Tool>
        <Tool name="TypeScript types">
          <ProseLink href="/api/openapi.d.ts" download="theatre-listings.d.ts">
            Download
          </ProseLink>{" "}
          those of all public reads. <ProseLink href="/docs/guides/typescript">How to use them</ProseLink>.
        </Tool>
        <Tool name="For AI assistants">
          <span className="flex flex-wrap items-center gap-x-3">
            Copy everything for an AI assistant <CopyForAi />
          </span>
        </Tool>
        <Tool name="Plain text">
          <ProseLink href="/llms.txt">llms.txt</ProseLink> (overview) and{" "}
          <ProseLink href="/llms-full.txt">llms-full.txt</ProseLink> (everything)
        </Tool>
        <Tool name="Search shortcut">
          <kbd className="font-mono">/</kbd> goes to the search field on every page of the documentation.
          <span className="noscript:hidden">
            <SingleKeysSwitch />
          </span>
        </Tool>
      </dl>
    </section>
  );
}

function Tool({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 border-t border-line py-3">
      <dt className="font-semibold">{name}</dt>
      <dd className="mt-1 text-muted">{children}</dd>
    </div>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span className="mt-1 flex items-center gap-2 rounded bg-sunken pl-3">
      <code className="min-w-0 grow py-1 font-mono text-xs [overflow-wrap:anywhere] text-ink select-all">{text}</code>
      <CopyButton text={text} label={label} size="small" />
    </span>
  );
}
