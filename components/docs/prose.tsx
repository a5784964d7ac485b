import { Fragment, type ComponentProps, type ReactNode } from "react";

/** A paragraph of Markdown with `code`, **bold**, *italics* and [links](/docs), which may have `code` too. */
export function Prose({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]+\))/).map((part, index) => (
    // Split separators are at odd indices.
    <Fragment key={index}>{index % 2 === 1 ? marked(part) : part}</Fragment>
  ));
}

function marked(part: string): ReactNode {
  if (part.startsWith("`"))
    return <code className="font-mono text-[0.9em] [overflow-wrap:anywhere] text-ink">{part.slice(1, -1)}</code>;
  if (part.startsWith("**")) return <strong className="font-semibold text-ink">{part.slice(2, -2)}</strong>;
  if (part.startsWith("*")) return <em>{part.slice(1, -1)}</em>;
  const [, words = "", address] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
  return (
    <ProseLink href={address}>
      <Prose text={words} />
    </ProseLink>
  );
}

export function ProseLink(link: ComponentProps<"a">) {
  return <a {...link} className="text-ink underline decoration-edge underline-offset-4 hover:decoration-curtain" />;
}
