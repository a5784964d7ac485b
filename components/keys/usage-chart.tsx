"use client";

import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { UsageDay } from "@/lib/keys/schema";

const heightPixels = 240;
const words = { fontSize: 12, fill: "var(--muted)" };
const series = [
  { dataKey: "requests", name: "Served", fill: "var(--curtain-fill)" },
  { dataKey: "refused", name: "Rate-limited", fill: "var(--gilt)" },
];

/**
 * Served requests, and rate-limited ones on top. Styled with attributes, because the page's policy forbids inline
 * styles.
 */
export function UsageChart({ label, days }: { label: string; days: UsageDay[] }) {
  return (
    <div role="img" aria-label={label}>
      <ResponsiveContainer width="100%" height={heightPixels} initialDimension={{ width: 320, height: heightPixels }}>
        <BarChart data={days} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="date" tick={words} tickFormatter={dayAndMonth} tickLine={false} stroke="var(--edge)" />
          <YAxis tick={words} tickLine={false} axisLine={false} width={48} allowDecimals={false} />
          <Tooltip
            cursor={{ fill: "var(--sunken)" }}
            contentStyle={{ background: "var(--raised)", border: "1px solid var(--edge)", color: "var(--ink)" }}
            itemStyle={{ color: "var(--ink)" }}
          />
          <Legend
            itemSorter={null}
            wrapperStyle={{ fontSize: 12 }}
            formatter={(name) => <span className="text-ink">{name}</span>}
          />
          {series.map((one) => (
            <Bar key={one.dataKey} {...one} stackId="day" isAnimationActive={false} />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

function dayAndMonth(date: string): string {
  const [, month, day] = date.split("-");
  return `${Number(day)}/${Number(month)}`;
}
