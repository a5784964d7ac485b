import { useState } from "react";
import { findRecords } from "@/components/records/directory/record-matches";
import { nameOfRecord } from "@/components/records/record-name";
import { useDirectory } from "@/components/records/use-directory";
import { Combobox } from "@/components/ui/combobox";
import { controlClass, Labelled } from "@/components/ui/labelled";

interface Props {
  /** The production that is not offered; others of its show come first. */
  productionId: string;
  /** Empty for none. */
  value: string;
  onChange(id: string): void;
}

/** Chooses another production. */
export function ProductionChoice({ productionId, value, onChange }: Props) {
  const { directory, isPending, error } = useDirectory(["productions", "shows", "theatres"]);
  const [typed, setTyped] = useState<string | null>(null);
  const show = directory.productions.get(productionId)?.show_id;
  const found = (isSame: boolean) =>
    typed === null
      ? []
      : findRecords(
          "productions",
          directory,
          typed,
          ({ id, show_id }) => id !== productionId && (show_id === show) === isSame,
        );
  const options = [...found(true), ...found(false)].map(({ id, name }) => ({ key: id, content: name }));
  return (
    <Labelled label="Production" hint="Productions of the same show come first." problem={error?.message}>
      {(wiring) => (
        <Combobox
          {...wiring}
          placeholder={isPending ? "Loading…" : "Search productions"}
          className={controlClass}
          value={typed ?? (value === "" ? "" : nameOfRecord("productions", value, directory))}
          listLabel="Productions"
          options={options}
          isLoading={isPending}
          popup={{
            isOpen: typed !== null,
            open: () => setTyped((before) => before ?? ""),
            close: () => setTyped(null),
          }}
          onType={setTyped}
          onChoose={({ key }) => {
            setTyped(null);
            onChange(key);
          }}
        />
      )}
    </Labelled>
  );
}
