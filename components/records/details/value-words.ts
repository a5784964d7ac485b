import type { RecordField } from "@/components/records/form/record-shape";
import { nameOfRecord, type Directory } from "@/components/records/record-name";
import { valueInWords } from "@/lib/records/value-words.browser";
import type { FieldShape } from "@/lib/records/view.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

type Field = FieldShape<ResourcePath>;

/** The value of a field, and that it is empty, for people. @param none the word for an empty one. */
export function valueOrNone(
  value: unknown,
  field: Field | null | undefined,
  directory: Directory,
  none = "empty",
): string {
  return valueInWords(value, field, (path, id) => nameOfRecord(path, id, directory)) ?? none;
}

/** The resources whose records these fields refer to. */
export function referencesOf(fields: readonly (Field | RecordField)[]): ResourcePath[] {
  return fields.flatMap((field) => {
    if (field.kind === "list") return referencesOf(field.members);
    return field.kind === "reference" ? [field.to] : [];
  });
}
