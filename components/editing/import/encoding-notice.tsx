import { RadioGroup } from "@/components/ui/radio-group";
import type { ImportPlan } from "@/lib/editing/imports/schema.browser";

type Encoding = ImportPlan["file"]["encoding"];

interface Props {
  file: ImportPlan["file"];
  /** The one that was chosen, also while the file is read with it. */
  chosen: Encoding;
  isDisabled: boolean;
  onChoose(encoding: Encoding): void;
}

const names: Record<Encoding, string> = { "utf-8": "UTF-8", "windows-1252": "Windows-1252", "utf-16": "UTF-16" };

/** Says how a file that is not in UTF-8 was read, and shows the words in which a mistake would be seen. */
export function EncodingNotice({ file: { words, detected, encoding }, chosen, isDisabled, onChoose }: Props) {
  return (
    <section aria-label="Encoding" className="grid gap-3 rounded border border-edge p-4 text-sm">
      <p role="status">
        {detected === encoding
          ? `This file is in ${names[encoding]}, not UTF-8. Check the accents below.`
          : `This file is read as ${names[encoding]}. Check the accents below.`}
      </p>
      {words.length > 0 && <p className="break-words">{words.join(", ")}</p>}
      <RadioGroup<Encoding>
        legend="Read the file as"
        name="encoding"
        value={chosen}
        onChoose={(value) => !isDisabled && onChoose(value)}
        options={(Object.keys(names) as Encoding[]).map((value) => ({ value, content: names[value] }))}
      />
    </section>
  );
}
