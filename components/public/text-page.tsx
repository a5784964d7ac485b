import type { ReactNode } from "react";
import { LinkedHeading, Prose } from "@/components/docs/text";

interface Props {
  title: string;
  /** The answer in short, as Markdown within a paragraph. */
  summary: string;
  children: ReactNode;
}

/** A page of text: a title, its answer in short, and sections. */
export function TextPage({ title, summary, children }: Props) {
  return (
    <div className="page-width page-text py-10 sm:py-14">
      <h1 className="text-4xl font-semibold">{title}</h1>
      <p className="mt-4 text-lg text-muted">
        <Prose text={summary} />
      </p>
      {children}
    </div>
  );
}

interface SectionProps {
  anchor: string;
  title: string;
  /** One or several paragraphs, each in Markdown. */
  text: string | readonly string[];
  children?: ReactNode;
}

export function TextSection({ anchor, title, text, children }: SectionProps) {
  return (
    <section aria-labelledby={anchor} className="mt-10 border-t border-line pt-6">
      <LinkedHeading anchor={anchor}>{title}</LinkedHeading>
      {[text].flat().map((paragraph) => (
        <p key={paragraph} className="mt-3">
          <Prose text={paragraph} />
        </p>
      ))}
      {children}
    </section>
  );
}

/** Things with what is said of each, and a last line. */
export function FactList({ facts }: { facts: readonly { name: string; text: string; note: string }[] }) {
  return (
    <dl className="mt-6 grid gap-6">
      {facts.map(({ name, text, note }) => (
        <div key={name} className="border-l-2 border-gilt pl-3">
          <dt className="font-semibold [overflow-wrap:anywhere]">{name}</dt>
          <dd className="mt-1">
            <Prose text={text} />
          </dd>
          <dd className="mt-1 text-sm text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
