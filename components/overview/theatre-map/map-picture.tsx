"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { pointsOut, pointerPosition, type PointerPosition } from "@/components/ui/charts/pointer";
import { MapDrawing, mapOf, picture } from "./map-drawing";
import { nearestTo, type MappedTheatre } from "./projection";

interface Props {
  theatres: readonly MappedTheatre[];
  activeId: string | null;
  onActive(id: string | null): void;
}

const reach = 24;
const labelWidth = 7;

/**
 * The theatres as points: filled where a show runs, hollow where the theatre is dark. Many are closer to each other than
 * a finger is wide, so the links are in the list beside it; here a pointer takes the nearest.
 */
export function MapPicture({ theatres, activeId, onActive }: Props) {
  const router = useRouter();
  const map = useMemo(() => mapOf(theatres), [theatres]);
  const { points } = map;
  const active = points.find(({ id }) => id === activeId);

  const nearest = ({ across, down }: PointerPosition) =>
    nearestTo(points, { x: across * picture.width, y: down * picture.height }, reach)?.id ?? null;

  return (
    <MapDrawing
      map={map}
      aria-label={`Map of ${theatres.length} theatres, listed beside it`}
      className={active ? "cursor-pointer" : ""}
      {...pointsOut(nearest, onActive)}
      onPointerUp={(event) => {
        const id = event.pointerType === "mouse" ? nearest(pointerPosition(event)) : null;
        if (id !== null) router.push(`/dashboard/theatres/${encodeURIComponent(id)}`);
      }}
    >
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
    </MapDrawing>
  );
}
