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

const headingLooks = {
  h2: "text-2xl font-semibold",
  h3: "text-lg font-semibold",
};

interface HeadingProps {
  as?: keyof typeof headingLooks;
  /** The fragment of its URL. */
  anchor: string;
  children: ReactNode;
}

/** A heading that links to itself, so that its URL can be shared. */
export function LinkedHeading({ as: Level = "h2", anchor, children }: HeadingProps) {
  return (
    <Level id={anchor} className={`scroll-mt-6 ${headingLooks[Level]}`}>
      <a
        href={`#${anchor}`}
        className="after:ml-2 after:font-sans after:font-normal after:text-muted after:opacity-0 after:content-['#'/''] hover:after:opacity-100 focus-visible:after:opacity-100"
      >
        {children}
      </a>
    </Level>
  );
}

/** Code and JSON, with lines that break. */
export function CodePre({ className, ...rest }: ComponentProps<"pre">) {
  return (
    <pre
      {...rest}
      className={`${className} font-mono text-xs leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap`}
    />
  );
}

export function MethodName({ method }: { method: string }) {
  return <span className={`font-semibold ${method === "GET" ? "text-curtain" : "text-muted"}`}>{method}</span>;
}
