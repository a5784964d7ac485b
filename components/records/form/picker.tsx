import { createContext, useContext, useState, type Ref } from "react";
import { nameOfRecord } from "@/components/records/record-name";
import { useShapes } from "@/components/records/shapes";
import { useAliases, useDirectory } from "@/components/records/use-directory";
import { ComboboxField } from "@/components/ui/combobox";
import type { LabelledProps } from "@/components/ui/field";
import { useLoaded } from "@/components/ui/late";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { FormValues } from "@/lib/records/view.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { documentPath } from "./record-shape";

const loadMatches = () => import("@/components/records/directory/record-matches");

/** Creates a missing record in a dialog; `use` gets its id. */
export type CreateRecord = (path: ResourcePath, initial: FormValues, use: (id: string) => void) => void;

/** How the pickers of a cast create a record. */
export const CreationContext = createContext<CreateRecord>(() => undefined);

interface Props extends LabelledProps {
  ref?: Ref<HTMLInputElement>;
  path: ResourcePath;
  /** The chosen id; empty for none. */
  value: string;
  onChange(id: string): void;
  onBlur?: () => void;
  isFitting?: (record: Record<string, unknown>) => boolean;
  /** The name of a chosen record that is not saved yet. */
  nameUntilSaved?: string | undefined;
  /** Initial values of a record created from here, in addition to its name. */
  initial?: FormValues | undefined;
  /** Default: that of the cast around it. */
  create?: CreateRecord;
}

/** Chooses a record by name; a missing one can be created in place. */
export function Picker(props: Props) {
  const { ref, path, value, onChange, onBlur, isFitting, initial, create, nameUntilSaved, label, hint, problem } =
    props;
  const { namedBy, fields } = useShapes()[path];
  const hasName = fields.some(({ name }) => name === "name");
  // A name needs one record; the list is for those who look for another.
  const [isUsed, setIsUsed] = useState(false);
  const { directory, isPending, error } = useDirectory(isUsed || !hasName ? [path, ...namedBy] : []);
  const isAlone = hasName && value !== "" && nameUntilSaved === undefined && !directory[path].has(value);
  const { data: chosen } = useApi<{ name: string }>(documentPath({ path }, value), { isEnabled: isAlone });
  const createInCast = useContext(CreationContext);
  /** The typed text; null while the chosen record's name is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const chosenName =
    value === ""
      ? ""
      : (nameUntilSaved ?? (isAlone ? chosen?.body.name : undefined) ?? nameOfRecord(path, value, directory));
  const { found: byAlias, isAsking } = useAliases(path, typed ?? "");
  const code = useLoaded(isUsed ? loadMatches : null);
  const isWaiting = isPending || (isUsed && !code);
  const newName = typed?.trim() ?? "";
  const found =
    code && typed !== null ? code.suggestRecords(path, directory, typed, isFitting ?? (() => true), byAlias) : [];
  const options = [
    ...found.map(({ id, name, alias, isSimilar }) => ({
      key: id,
      content: (
        <span>
          {isSimilar && "Similar: "}
          <bdi>{name}</bdi>
          {alias && (
            <>
              , also <bdi>{alias}</bdi>
            </>
          )}
        </span>
      ),
      choose: () => onChange(id),
    })),
    {
      key: "new",
      isGuarded: true,
      content: newName ? (
        <span>
          Create “<bdi>{newName}</bdi>”…
        </span>
      ) : (
        `Create a new ${resourceViews[path].singular}…`
      ),
      choose: () => (create ?? createInCast)(path, { ...initial, ...(hasName ? { name: newName } : {}) }, onChange),
    },
  ];

  return (
    <div className="relative min-w-0">
      <ComboboxField
        label={label}
        hint={hint}
        problem={problem ?? error?.message}
        ref={ref}
        dir="auto"
        placeholder={isWaiting ? "Loading…" : `Search ${resourceViews[path].plural}`}
        value={typed ?? chosenName}
        listLabel={label}
        options={typed === null || isWaiting ? [] : options}
        isLoading={isWaiting || (isAsking && found.every(({ isSimilar }) => isSimilar))}
        popup={{
          isOpen: typed !== null,
          open: () => setTyped((before) => before ?? ""),
          close: () => setTyped(null),
        }}
        onType={setTyped}
        onChoose={({ choose }) => choose()}
        onFocus={() => setIsUsed(true)}
        onBlur={onBlur}
      />
      {value !== "" && typed === null && (
        <button
          type="button"
          className="absolute top-6 right-0 flex size-10 cursor-pointer items-center justify-center text-muted hover:text-ink"
          aria-label={`Clear ${label}`}
          onClick={() => onChange("")}
        >
          <span aria-hidden="true">✕</span>
        </button>
      )}
    </div>
  );
}
