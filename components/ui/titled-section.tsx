import type { ComponentProps, ReactNode } from "react";

interface Props extends Omit<ComponentProps<"section">, "title"> {
  id: string;
  title: ReactNode;
  level?: "h2" | "h3";
  /** Of the heading, beside its weight. */
  look?: string;
}

/** A section that is named by its heading. */
export function TitledSection({ id, title, level: Heading = "h2", look = "text-xl", children, ...section }: Props) {
  return (
    <section {...section} aria-labelledby={id}>
      <Heading id={id} className={`font-semibold ${look}`}>
        {title}
      </Heading>
      {children}
    </section>
  );
}
