"use client";

import { useState } from "react";
import { today } from "@/components/ui/calendar";
import { nameOfRecord } from "@/components/records/record-name";
import { useDirectory } from "@/components/records/use-directory";
import { QueryState } from "@/components/ui/query-state";
import { RadioGroup } from "@/components/ui/radio-group";
import { stateOfRun } from "@/lib/resources/productions/terms.browser";
import { MapList } from "./map-list";
import { MapPicture } from "./map-picture";
import { centralPlaces, type MappedTheatre } from "./projection";

const centreMetres = 1_600;
const extents = [
  { value: "centre", content: "West End" },
  { value: "all", content: "All" },
] as const;

/** The theatres at their coordinates, beside their list. @param selectedId a theatre to point out. */
export function TheatreMap({ selectedId }: { selectedId?: string | undefined }) {
  const { directory, isPending, error, refetch } = useDirectory(["theatres", "productions", "shows"]);
  const [chosen, setChosen] = useState<(typeof extents)[number]["value"] | null>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  if (isPending || error) return <QueryState query={{ error, refetch }} what="the map" shape="cards" lines={2} />;

  const day = today();
  const running = new Map(
    [...directory.productions.values()]
      .filter((run) => stateOfRun(run, day) === "running")
      .map(({ theatre_id, show }) => [theatre_id, show.name]),
  );
  const all = [...directory.theatres.values()];
  const theatres = all
    .flatMap(({ id, name, lat, lng, current_show_id }): MappedTheatre[] => {
      if (lat === null || lng === null) return [];
      const playing = running.get(id) ?? (current_show_id && nameOfRecord("shows", current_show_id, directory));
      return [{ id, name, lat, lng, playing }];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, "en-GB"));
  const central = centralPlaces(theatres, centreMetres);
  const isSelectedFar = theatres.some(({ id }) => id === selectedId) && !central.some(({ id }) => id === selectedId);
  const extent = chosen ?? (isSelectedFar ? "all" : "centre");
  const shown = extent === "all" ? theatres : central;
  const unmapped = all.length - theatres.length;
  return (
    <div className="grid gap-3">
      <RadioGroup legend="Extent" name="extent" options={extents} value={extent} onChoose={(next) => setChosen(next)} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_256px]">
        <MapPicture theatres={shown} activeId={activeId ?? selectedId ?? null} onActive={setActiveId} />
        <MapList theatres={shown} activeId={activeId ?? selectedId ?? null} onActive={setActiveId} />
      </div>
      <p className="text-sm text-muted">
        Coordinates{" "}
        <a href="https://www.openstreetmap.org/copyright" className="underline underline-offset-4">
          © OpenStreetMap contributors
        </a>
        . The Thames is simplified.
        {unmapped > 0 && ` ${unmapped} ${unmapped === 1 ? "theatre has" : "theatres have"} no coordinates.`}
      </p>
    </div>
  );
}
