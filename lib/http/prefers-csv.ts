/** Whether a client asks for CSV rather than JSON (RFC 9110 §12.5.1). */
export function prefersCsv(accept = ""): boolean {
  const weightOf = (type: string) => {
    const [range] = accept
      .toLowerCase()
      .split(",")
      .filter((one) => one.trim().split(/\s*;/, 1)[0] === type);
    return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1);
  };
  return weightOf(csvType) > weightOf("application/json");
}

export const csvType = "text/csv";
