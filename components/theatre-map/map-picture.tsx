"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { pointsOut, pointerPosition, type PointerPosition } from "@/components/charts/pointer";
import { fitInto, nearestTo, type MappedTheatre, type Coordinates } from "./projection";

/** The middle of the Thames at its bridges from Battersea Bridge to Tower Bridge; between them it is straightened. */
const thames: readonly Coordinates[] = [
  { lat: 51.4811, lng: -0.1728 },
  { lat: 51.4824, lng: -0.1667 },
  { lat: 51.4847, lng: -0.1499 },
  { lat: 51.4875, lng: -0.1268 },
  { lat: 51.4941, lng: -0.1235 },
  { lat: 51.5009, lng: -0.1219 },
  { lat: 51.5061, lng: -0.12 },
  { lat: 51.5086, lng: -0.1168 },
  { lat: 51.5097, lng: -0.1045 },
  { lat: 51.5101, lng: -0.0985 },
  { lat: 51.5091, lng: -0.0944 },
  { lat: 51.5079, lng: -0.0877 },
  { lat: 51.5055, lng: -0.0754 },
];

/** Between the Victoria Embankment and the South Bank. */
const thamesWidthMetres = 230;

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

  const nearest = ({ across, down }: PointerPosition) =>
    nearestTo(points, { x: across * picture.width, y: down * picture.height }, reach)?.id ?? null;

  return (
    <svg
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      role="img"
      aria-label={`Map of ${theatres.length} theatres, listed beside it`}
      className={`block w-full rounded border border-line bg-raised ${active ? "cursor-pointer" : ""}`}
      {...pointsOut(nearest, onActive)}
      onPointerUp={(event) => {
        const id = event.pointerType === "mouse" ? nearest(pointerPosition(event)) : null;
        if (id !== null) router.push(`/dashboard/theatres/${encodeURIComponent(id)}`);
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
