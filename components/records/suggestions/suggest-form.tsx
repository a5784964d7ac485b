import { buttonClass } from "@/components/ui/button";
import { Field, SelectField, TextField } from "@/components/ui/field";
import type { RecordField } from "@/components/records/form/record-shape";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { maxLengths } from "@/lib/accounts/suggestions/schema.browser";
import { formTrap } from "@/lib/accounts/suggestions/terms.browser";

interface Props {
  resource: ResourcePath;
  id: string;
  /** The field that is wrong; absent: none is chosen. */
  field: RecordField | undefined;
  fields: readonly (RecordField & { readonly present: string })[];
  /** The names of the fields that were refused. */
  problems: readonly string[];
}

const maxPresent = 40;

/** Plain HTML, which the browser restores on its Back button: the API answers it with a redirect, so that it needs no script. */
export function SuggestForm({ resource, id, field, fields, problems }: Props) {
  const problem = (name: string, text: string) => (problems.includes(name) ? text : undefined);
  return (
    <form method="post" action="/api/suggestions" className="mt-8 grid gap-5">
      <input type="hidden" name="resource" value={resource} />
      <input type="hidden" name="id" value={id} />
      <SelectField
        label="What is wrong"
        name="field"
        defaultValue={field?.name ?? ""}
        none="Something else"
        options={fields.map(({ name, label, present }) => [
          name,
          `${label}: ${present.length > maxPresent ? `${present.slice(0, maxPresent)}…` : present}`,
        ])}
        problem={problem("field", "Choose the field that your value is for.")}
      />
      <Field
        label="What it should say (optional)"
        name="proposed"
        maxLength={maxLengths.proposed}
        problem={problem("proposed", `Use at most ${maxLengths.proposed.toLocaleString("en-GB")} characters.`)}
        hint="A day such as 31 January 2027, or a number in digits."
      />
      <TextField
        label="How you know"
        name="note"
        required
        maxLength={maxLengths.note}
        problem={problem("note", "Say what is wrong, in plain text.")}
      />
      <Field
        label="Where we can check it (optional)"
        name="source_url"
        type="url"
        maxLength={2048}
        placeholder="https://"
        pattern="[hH][tT][tT][pP][sS]?://\S+"
        title="A web address that begins with https://"
        problem={problem("source_url", "Enter a web address that begins with https://.")}
      />
      <Field
        label="How to reach you (optional)"
        name="contact"
        maxLength={maxLengths.contact}
        autoComplete="email"
        problem={problem("contact", "Use one line.")}
        hint="Only staff see it, and only to ask you. We delete it 90 days after our answer."
      />
      <div hidden>
        <label>
          Leave this empty
          <input name={formTrap} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div>
        <button type="submit" className={buttonClass("primary")}>
          Send suggestion
        </button>
      </div>
    </form>
  );
}
