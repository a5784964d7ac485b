import type { LucideIcon } from "lucide-react";
import { useState, type ComponentProps, type ReactNode } from "react";
import { useWatch, type Resolver } from "react-hook-form";
import type { z } from "zod";
import { Button, type ButtonLook } from "@/components/ui/button";
import { Field, SelectField, TextField } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import { RadioGroup } from "@/components/ui/radio-group";
import type { ApiResponse } from "@/lib/http/client/client.browser";
import { FormDialog } from "./form-dialog";
import { lateResolver, type TypedValues, useApiForm } from "./use-api-form";
import { useWrite, type WriteEffects, type WriteMethod } from "./use-write";
import { WriteError } from "@/components/ui/error-notice";
import { late } from "@/components/ui/late";

const DayControl = late(() => import("./day-control"), "DayControl");

/** A field of a question, by its name in the API. */
interface QuestionField extends Pick<
  ComponentProps<"input">,
  "type" | "inputMode" | "autoComplete" | "autoCapitalize" | "spellCheck" | "required" | "maxLength"
> {
  name: string;
  label: string;
  hint?: ReactNode;
  /** What it begins with. Default: nothing. */
  initial?: string;
  /** Default: a line; with options, a drop-down list. */
  look?: "long" | "password" | "radio" | "day";
  options?: readonly (readonly [value: string, label: string])[];
  /** Whether the other values call for it. Default: they always do. */
  isShown?(values: TypedValues): boolean;
  /** What the reader must type, to confirm. */
  exactly?: string;
  /** Said in place of the schema's or the API's message. */
  problem?: string;
}

/** The fields of a write, and what it says. */
interface Question<Body, Data = unknown> extends Omit<WriteEffects<Body>, "onRefused"> {
  fields?: readonly QuestionField[];
  /** Loads the schema of what is sent. Without it, only the API validates more than what is required. */
  schema?(): Promise<z.ZodType<Data>>;
  /** Makes what is sent from what is typed. Default: it is the same. */
  toData?(values: TypedValues): unknown;
  /** The write. Its body is what the fields have, if there are any. */
  send: readonly [method: WriteMethod, path: string, body?: unknown];
  /** The label of the main action, and while it runs. */
  action: readonly [label: string, whileBusy: string];
  /** Default: `danger` for what deletes. */
  look?: ButtonLook | undefined;
  icon?: LucideIcon;
}

function useQuestion<Body, Data>(
  question: Question<Body, Data>,
  effects: { onSend?(): void; onAnswer(answer: ApiResponse<Body>, sent: Data): void },
) {
  const { fields = [], send, doneText, refetch } = question;
  const { write, ...state } = useWrite();
  const form = useApiForm<Data>({
    initial: Object.fromEntries(fields.map(({ name, initial = "" }) => [name, initial])),
    resolver: resolverOf(question),
    send: async (data, onRefused) => {
      effects.onSend?.();
      const [method, path, body] = send;
      const answer = await write<Body>(method, path, fields.length > 0 ? data : body, { onRefused, doneText, refetch });
      if (answer) effects.onAnswer(answer, data);
    },
  });
  const look = question.look ?? (send[0] === "DELETE" ? "danger" : undefined);
  return { form, state, look };
}

/** What must be typed exactly is confirmed here, whether or not the schema can be loaded; without one, what is required. */
function resolverOf<Data>({
  fields = [],
  schema,
  toData,
}: Question<never, Data>): Resolver<TypedValues, unknown, Data> {
  const validate = schema && lateResolver(schema, toData);
  return async (values, context, options) => {
    const messageFor = ({ name, exactly, required }: QuestionField) => {
      const text = values[name]?.trim() ?? "";
      if (exactly !== undefined && text !== exactly) return `Type “${exactly}” to confirm.`;
      return !schema && required && text === "" ? "Required" : null;
    };
    const wrong = fields.flatMap((field) => {
      const message = messageFor(field);
      return message === null ? [] : [[field.name, { type: field.name, message }] as const];
    });
    if (wrong.length > 0) return { values: {}, errors: Object.fromEntries(wrong) };
    return validate
      ? validate(values, context, options)
      : { values: (toData ? toData(values) : values) as Data, errors: {} };
  };
}

interface PageFormProps<Body, Data> extends Question<Body, Data> {
  className: string;
  children?: ReactNode;
  /** What is said below the fields once it is done. */
  result?(body: Body, sent: Data): ReactNode;
  /** Whether the fields are emptied then. */
  isEmptied?: boolean;
  /** Whether the button is as wide as the fields. */
  isWide?: boolean;
}

/** A question that is a part of its page. */
export function PageForm<Body = unknown, Data = unknown>(props: PageFormProps<Body, Data>) {
  const { className, children, result, isEmptied = false, isWide = false, fields, icon } = props;
  const [done, setDone] = useState<ReactNode>(null);
  const { form, state, look } = useQuestion(props, {
    onSend: () => setDone(null),
    onAnswer: ({ body }, sent) => {
      setDone(result?.(body, sent));
      if (isEmptied) form.form.reset();
    },
  });
  const button = (
    <Button type="submit" look={look} icon={icon} aria-disabled={form.isBusy}>
      {props.action[form.isBusy ? 1 : 0]}
    </Button>
  );
  return (
    <form {...form.formProps} className={`grid gap-4 ${className}`}>
      {children}
      <QuestionFields fields={fields} form={form} />
      <WriteError error={state.error} fields={form.names} />
      {result && (
        <p role="status" className={done ? "rounded border border-edge p-4 break-words" : ""}>
          {done}
        </p>
      )}
      {isWide ? button : <div>{button}</div>}
    </form>
  );
}

export interface DialogQuestion<Body> extends Question<Body> {
  title: string;
  /** What it means, above the fields. */
  text?: ReactNode;
}

interface DialogProps {
  question: DialogQuestion<unknown>;
  /** Called with the answer of the write; with null when it was dismissed. */
  onEnd(answer: ApiResponse | null): void;
}

export function QuestionDialog({ question, onEnd }: DialogProps) {
  const { title, text, fields, icon } = question;
  const [action, doing] = question.action;
  const { form, state, look } = useQuestion(question, { onAnswer: onEnd });
  return (
    <FormDialog {...{ form, title, action, doing, look, icon }} write={state} onDismiss={() => onEnd(null)}>
      {text}
      <QuestionFields fields={fields} form={form} />
    </FormDialog>
  );
}

interface FieldsProps<Data> {
  fields?: readonly QuestionField[] | undefined;
  form: ReturnType<typeof useApiForm<Data>>;
}

/** The fields that the values so far call for. */
function QuestionFields<Data>({ fields = [], form }: FieldsProps<Data>) {
  const values = useWatch({ control: form.form.control });
  const known = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? ""]));
  return fields
    .filter(({ isShown }) => isShown?.(known) ?? true)
    .map((field) => <Control key={field.name} field={field} value={known[field.name] ?? ""} form={form} />);
}

function Control<Data>({ field, value, form }: FieldsProps<Data> & { field: QuestionField; value: string }) {
  const { name, look, options, initial: _initial, isShown: _isShown, exactly, problem, ...rest } = field;
  const registered = form.field(name);
  const control = {
    autoComplete: "off",
    ...(exactly !== undefined && { spellCheck: false }),
    ...rest,
    ...registered,
    problem: registered.problem && (problem ?? registered.problem),
  };
  if (options && look === "radio")
    return (
      <div>
        <p aria-hidden="true" className="mb-2 text-sm font-semibold">
          {field.label}
        </p>
        <RadioGroup
          legend={field.label}
          name={name}
          options={options.map(([option, content]) => ({ value: option, content }))}
          value={value}
          onChoose={(next) => form.form.setValue(name, next)}
        />
      </div>
    );
  if (look === "day") {
    const { label, hint } = field;
    const onChange = (day: string) => form.form.setValue(name, day);
    return <DayControl {...{ name, label, hint, value, onChange }} problem={control.problem} />;
  }
  if (options) return <SelectField {...control} options={options} />;
  if (look === "password") return <PasswordField {...control} />;
  if (look === "long") return <TextField {...control} />;
  return <Field {...control} />;
}
