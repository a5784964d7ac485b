import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useWatch, type Resolver } from "react-hook-form";
import type { z } from "zod";
import type { ButtonLook } from "@/components/ui/button";
import { Field, SelectField, TextField } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import { RadioGroup } from "@/components/ui/radio-group";
import type { ApiResponse } from "@/lib/http/client/client.browser";
import { FormDialog } from "./form-dialog";
import { lateResolver, type TypedValues } from "./late-resolver";
import { useApiForm } from "./use-api-form";
import { useWrite, type WriteEffects, type WriteMethod } from "./use-write";

/** A field of a question, by its name in the API. */
interface AskedField extends Pick<ComponentProps<"input">, "type" | "inputMode" | "autoComplete"> {
  name: string;
  label: string;
  hint?: ReactNode;
  /** What it begins with. Default: nothing. */
  initial?: string;
  /** Default: a line; with options, a drop-down list. */
  look?: "long" | "password" | "radio";
  /** Pairs of value and label. */
  options?: readonly (readonly [value: string, label: string])[];
  /** Whether the other values call for it. Default: they always do. */
  isShown?(values: TypedValues): boolean;
  /** What the reader must type, to confirm. */
  exactly?: string;
  /** Said in place of the schema's or the API's message. */
  problem?: string;
}

export interface Question<Body> extends Omit<WriteEffects<Body>, "onRefused"> {
  title: string;
  /** What it means, above the fields. */
  text?: ReactNode;
  fields?: readonly AskedField[];
  /** Loads the schema of what is sent. Without it, only the API validates. */
  schema?(): Promise<z.ZodType>;
  /** Makes what is sent from what is typed. Default: it is the same. */
  toData?(values: TypedValues): unknown;
  /** The write that follows from a yes. Its body is what the fields have, if there are any. */
  send: readonly [method: WriteMethod, path: string, body?: unknown];
  /** The label of the main action, and while it runs. */
  action: string;
  doing?: string;
  look?: ButtonLook;
  icon?: LucideIcon;
}

interface Props {
  question: Question<unknown>;
  /** Called with the answer of the write; with null when it was dismissed. */
  onEnd(answer: ApiResponse | null): void;
}

/** The dialog of `ask`. */
export function QuestionDialog({ question, onEnd }: Props) {
  const { title, text, fields = [], send, said, refetch, action, doing, look, icon } = question;
  const { write, ...state } = useWrite();
  const form = useApiForm<unknown>({
    initial: Object.fromEntries(fields.map(({ name, initial = "" }) => [name, initial])),
    resolver: resolverOf(question),
    send: async (data, onRefused) => {
      const [method, path, body] = send;
      const answer = await write(method, path, fields.length > 0 ? data : body, {
        onRefused,
        ...(said !== undefined && { said }),
        ...(refetch && { refetch }),
      });
      if (answer) onEnd(answer);
    },
  });
  const values = useWatch({ control: form.form.control });
  const known = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? ""]));
  return (
    <FormDialog
      {...{ form, title, action }}
      write={state}
      onDismiss={() => onEnd(null)}
      {...(doing !== undefined && { doing })}
      {...(look && { look })}
      {...(icon && { icon })}
    >
      {text}
      {fields
        .filter(({ isShown }) => isShown?.(known) ?? true)
        .map((field) => (
          <AskedControl key={field.name} field={field} form={form} />
        ))}
    </FormDialog>
  );
}

/** What must be typed exactly is confirmed here, whether or not the schema can be loaded. */
function resolverOf({ fields = [], schema, toData }: Question<unknown>): Resolver<TypedValues, unknown, unknown> {
  const validate = schema && lateResolver(schema, toData);
  return async (values, context, options) => {
    const wrong = fields.filter(({ name, exactly }) => exactly !== undefined && values[name]?.trim() !== exactly);
    const errors = Object.fromEntries(
      wrong.map(({ name, exactly }) => [name, { type: name, message: `Type “${exactly}” to confirm.` }] as const),
    );
    if (wrong.length > 0) return { values: {}, errors };
    return validate ? validate(values, context, options) : { values: toData ? toData(values) : values, errors: {} };
  };
}

interface ControlProps {
  field: AskedField;
  form: ReturnType<typeof useApiForm<unknown>>;
}

function AskedControl({ field, form }: ControlProps) {
  const { name, look, options, initial: _initial, isShown: _isShown, exactly, problem, ...rest } = field;
  const registered = form.field(name);
  const control = {
    autoComplete: "off",
    ...(exactly !== undefined && { spellCheck: false }),
    ...rest,
    ...registered,
    problem: registered.problem && (problem ?? registered.problem),
  };
  if (options && look === "radio") return <Choice {...{ field, form, options }} />;
  if (options) return <SelectField {...control} options={options} />;
  if (look === "password") return <PasswordField {...control} />;
  if (look === "long") return <TextField {...control} />;
  return <Field {...control} />;
}

/** A choice whose options are all in sight. */
function Choice({
  field: { name, label },
  form: { form },
  options,
}: ControlProps & Required<Pick<AskedField, "options">>) {
  const value = useWatch({ control: form.control, name }) ?? "";
  return (
    <div>
      <p aria-hidden="true" className="mb-2 text-sm font-semibold">
        {label}
      </p>
      <RadioGroup
        legend={label}
        name={name}
        options={options.map(([one, content]) => ({ value: one, content }))}
        value={value}
        onChoose={(next) => form.setValue(name, next)}
      />
    </div>
  );
}
