interface Props {
  /** From left to right; the values of each from the bottom. */
  columns: readonly (readonly number[])[];
  /** The class of each value's mark. */
  looks: readonly string[];
  /** Of the drawing, in pixels, and the value that stands for it. */
  height: number;
  most: number;
}

/**
 * The marks of a chart over days. Widths are in percent, so that they follow the drawing without script, on paper too;
 * a value that is not 0 is always visible.
 */
export function StackedBars({ columns, looks, height, most }: Props) {
  const step = 100 / columns.length;
  return columns.map((values, index) => {
    const place = { x: `${(index + 0.1) * step}%`, width: `${0.8 * step}%` };
    let top = height;
    return (
      <g key={index}>
        <rect {...place} y={height - 1} height={1} className="fill-line" />
        {values.map((value, series) => {
          const bar = value > 0 ? Math.max(1, (value / Math.max(1, most)) * height) : 0;
          top -= bar;
          return <rect key={series} {...place} y={top} height={bar} className={looks[series]} />;
        })}
      </g>
    );
  });
}
