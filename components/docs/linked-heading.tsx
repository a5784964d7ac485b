import type { ReactNode } from "react";

const looks = {
  h2: "text-2xl font-semibold",
  h3: "text-lg font-semibold",
};

interface Props {
  as?: keyof typeof looks;
  /** The fragment of its URL. */
  anchor: string;
  children: ReactNode;
}

/** A heading that links to itself, so that its URL can be shared. */
export function LinkedHeading({ as: Level = "h2", anchor, children }: Props) {
  return (
    <Level id={anchor} className={`scroll-mt-6 ${looks[Level]}`}>
      <a
        href={`#${anchor}`}
        className="after:ml-2 after:font-sans after:font-normal after:text-muted after:opacity-0 after:content-['#'/''] hover:after:opacity-100 focus-visible:after:opacity-100"
      >
        {children}
      </a>
    </Level>
  );
}
