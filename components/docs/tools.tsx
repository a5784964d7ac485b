import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { SingleKeysSwitch } from "@/components/ui/single-keys-switch";
import { CopyForAi } from "./copy-for-ai";
import { LinkedHeading } from "./linked-heading";

/** How other tools read the description of the API. */
export function Tools({ origin }: { origin: string }) {
  const address = `${origin}/api/openapi.json`;
  return (
    <section aria-labelledby="tools" className="mt-12">
      <LinkedHeading anchor="tools">Tools</LinkedHeading>
      <dl className="mt-3 grid gap-x-10 text-sm sm:grid-cols-2">
        <Tool name="Postman">
          <Plain href="/docs/postman.json" download="theatre-listings.postman_collection.json">
            Download a collection
          </Plain>
          , or choose <b>Import</b> and paste this address:{" "}
          <Copied text={address} label="Copy the address for Postman" />
        </Tool>
        <Tool name="Insomnia">
          <Plain href={`https://insomnia.rest/run/?label=Theatre%20Listings&uri=${encodeURIComponent(address)}`}>
            Open in Insomnia
          </Plain>
          , or choose <b>Import</b> and paste the same address.
        </Tool>
        <Tool name="Swagger Editor">
          <Plain href={`https://editor-next.swagger.io/?url=${encodeURIComponent(address)}`}>
            Open in Swagger Editor
          </Plain>
          , in the browser and without an account.
        </Tool>
        <Tool name="Assistants">
          <Plain href="/docs/guides/assistants">Add the MCP server</Plain> to Claude, ChatGPT, Cursor or VS Code:{" "}
          <Copied text={`${origin}/mcp`} label="Copy the address for assistants" />
        </Tool>
        <Tool name="OpenAPI 3.1">
          <Plain href="/api/openapi.json" download="theatre-listings.openapi.json">
            Download
          </Plain>{" "}
          or <Plain href="/api/openapi.json">open it</Plain>. It is made from the code that serves the API.
        </Tool>
        <Tool name="TypeScript types">
          <Plain href="/api/openapi.d.ts" download="theatre-listings.d.ts">
            Download
          </Plain>{" "}
          those of all public reads. <Plain href="/docs/guides/typescript">How to use them</Plain>.
        </Tool>
        <Tool name="For AI assistants">
          <span className="flex flex-wrap items-center gap-x-3">
            Copy everything for an AI assistant <CopyForAi />
          </span>
        </Tool>
        <Tool name="Plain text">
          <Plain href="/llms.txt">llms.txt</Plain> (overview) and <Plain href="/llms-full.txt">llms-full.txt</Plain>{" "}
          (everything)
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

function Plain({ href, download, children }: { href: string; download?: string; children: ReactNode }) {
  return (
    <a
      href={href}
      download={download}
      className="text-ink underline decoration-edge underline-offset-4 hover:decoration-curtain"
    >
      {children}
    </a>
  );
}
