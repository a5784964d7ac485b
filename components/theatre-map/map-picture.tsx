"use client";

import { useRouter } from "next/navigation";
import { useMemo, type PointerEvent } from "react";
import { fitInto, nearestTo, type MappedTheatre } from "./projection";
import { thames, thamesWidthMetres } from "./thames";

interface Props {
  theatres: readonly MappedTheatre[];
  activeId: string | null;
  onActive(id: string | null): void;
}

const picture = { width: 640, height: 440, padding: 32 };
const reach = 24;
const labelWidth = 7;

/**
 * The theatres as points: filled where a show runs, hollow where the theatre is dark. Many are closer to each other than
 * a finger is wide, so the links are in the list beside it; here a pointer takes the nearest.
 */
export function MapPicture({ theatres, activeId, onActive }: Props) {
  const router = useRouter();
  const { points, river, riverWidth } = useMemo(() => {
    const { project, unitsPerMetre } = fitInto(theatres, picture);
    return {
      points: theatres.map((theatre) => ({ ...theatre, ...project(theatre) })),
      river: thames.map(project).map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`),
      riverWidth: thamesWidthMetres * unitsPerMetre,
    };
  }, [theatres]);
  const active = points.find(({ id }) => id === activeId);

  function nearest({ clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>) {
    const { left, top, width } = currentTarget.getBoundingClientRect();
    const scale = picture.width / width;
    return nearestTo(points, { x: (clientX - left) * scale, y: (clientY - top) * scale }, reach);
  }

  return (
    <svg
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      role="img"
      aria-label={`Map of ${theatres.length} theatres, listed beside it`}
      className={`block w-full rounded border border-line bg-raised ${active ? "cursor-pointer" : ""}`}
      onPointerMove={(event) => onActive(nearest(event)?.id ?? null)}
      onPointerLeave={() => onActive(null)}
      onPointerUp={(event) => {
        const found = event.pointerType === "mouse" ? nearest(event) : null;
        if (found) router.push(`/dashboard/theatres/${encodeURIComponent(found.id)}`);
      }}
    >
      <polyline
        points={river.join(" ")}
        fill="none"
        stroke="var(--line)"
        strokeWidth={riverWidth}
        strokeLinejoin="round"
        strokeLinecap="butt"
      />
      {points.map(({ id, x, y, playing }) => (
        <circle
          key={id}
          cx={x}
          cy={y}
          r={5}
          strokeWidth={2}
          className={
            playing === null
              ? "fill-raised stroke-edge"
              : "fill-curtain-fill stroke-paper forced-colors:fill-[CanvasText]"
          }
        />
      ))}
      {active && (
        <g className="text-[14px]">
          <circle cx={active.x} cy={active.y} r={9} className="fill-none stroke-ink" strokeWidth={2} />
          <text
            x={Math.min(Math.max(active.x, active.name.length * 4), picture.width - active.name.length * 4)}
            y={active.y < 40 ? active.y + 28 : active.y - 16}
            textAnchor="middle"
            className="fill-ink stroke-raised font-semibold [paint-order:stroke]"
            strokeWidth={labelWidth}
            strokeLinejoin="round"
          >
            {active.name}
          </text>
        </g>
      )}
    </svg>
  );
}
