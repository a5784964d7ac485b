const block = "rounded bg-line forced-colors:border";
const bar = `${block} h-3`;

const bars = (look: string, widths: readonly string[]) => (
  <span className={look}>
    {widths.map((width) => (
      <span key={width} className={`${bar} ${width}`} />
    ))}
  </span>
);
const row = "flex h-[34px] items-center border-b border-line";

/** A line of each shape. */
const shapes = {
  /** Lines of text. */
  text: () => <span className={`${block} h-5`} />,
  /** A line of text below a title. */
  line: () => bars("-mt-6 -mb-2 flex h-8 items-center", ["w-56"]),
  /** Rows of a list. */
  rows: () => bars(`${row} gap-4 px-3`, ["w-1/3", "w-1/5", "hidden w-1/4 sm:block"]),
  /** Fields of a form: label and control. */
  fields: () => (
    <span className="grid gap-2 pb-2">
      <span className={`${bar} w-24`} />
      <span className="h-10 rounded border border-line" />
    </span>
  ),
  /** Rows of a cast: billing, person and role. */
  cast: () => bars(`${row} gap-3 px-2`, ["w-4", "w-2/5", "ml-auto w-16"]),
  cards: () => bars("grid h-24 content-center gap-3 rounded border border-line px-4", ["w-1/2", "w-1/3"]),
  /** Rows of a chart with bars. */
  chart: (line: number) => (
    <span className="flex h-8 items-center gap-4">
      <span className={`${bar} w-32 shrink-0`} />
      <span className="relative h-6 grow">
        <span className={`${block} absolute h-6`} style={{ left: `${(line * 17) % 50}%`, width: "40%" }} />
      </span>
    </span>
  ),
};

export type SkeletonShape = keyof typeof shapes;

interface Props {
  lines: number;
  label?: string;
  /** What the content will look like. */
  shape?: SkeletonShape;
}

/** A placeholder in the shape of the content that loads, announced once to screen readers. */
export function Skeleton({ lines, label = "Loading…", shape = "text" }: Props) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className={`grid py-2 ${shape === "text" || shape === "cards" ? "gap-3" : ""}`}>
        {Array.from({ length: lines }, (_, line) => (
          <span key={line} className="contents">
            {shapes[shape](line)}
          </span>
        ))}
      </div>
    </div>
  );
}
