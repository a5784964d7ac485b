/** The lines and figures of whole numbers, behind a drawing whose left padding has room for them. */
export function ValueAxis({ ticks, height }: { ticks: readonly number[]; height: number }) {
  const most = Math.max(1, ...ticks);
  return ticks.map((tick) => {
    const y = height - (tick / most) * height;
    return (
      <g key={tick}>
        <line x1={0} x2="100%" y1={y} y2={y} className="stroke-line" />
        <text x={-8} y={y} textAnchor="end" dominantBaseline="middle" className="fill-muted">
          {tick.toLocaleString("en-GB")}
        </text>
      </g>
    );
  });
}

/** From 0 to the first round number that is not below the greatest value, in at most six steps. */
export function ticksUpTo(greatest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, greatest / 5)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => greatest / size <= 5) ?? power;
  return Array.from({ length: Math.max(1, Math.ceil(greatest / step)) + 1 }, (_, index) => index * step);
}
