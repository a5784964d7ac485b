"use client";

import { useState, type SubmitEvent } from "react";
import { WriteTrouble } from "@/components/account/write-trouble";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Field, SelectField } from "@/components/ui/field";
import type { IssuedKey } from "@/lib/keys/schema";
import { expiryOf, expiryTerms, type ExpiryTerm } from "./expiry";
import { useCreateKey } from "./key-mutations";

interface Props {
  onDone(issued: IssuedKey): void;
  onDismiss(): void;
}

/** Asks for what a new key needs. What comes back goes to whoever shows it, and is not kept here. */
export function NewKeyDialog({ onDone, onDismiss }: Props) {
  const [name, setName] = useState("");
  const [term, setTerm] = useState<ExpiryTerm>("never");
  const [day, setDay] = useState("");
  const [nameProblem, setNameProblem] = useState<string>();
  const [dayProblem, setDayProblem] = useState<string>();
  const { mutate: createKey, isBusy, error, issueOf } = useCreateKey();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const expiresAt = expiryOf(term, day, Date.now());
    const isNameless = name.trim() === "";
    setNameProblem(isNameless ? "must not be empty" : undefined);
    setDayProblem(expiresAt === undefined ? "must be today or later" : undefined);
    if (isNameless || expiresAt === undefined) return;
    const order = { name, ...(expiresAt === null ? {} : { expires_at: expiresAt }) };
    const issued = await createKey(order);
    if (issued) onDone(issued);
  }

  return (
    <Dialog title="New key" onDismiss={onDismiss}>
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field
          label="Name"
          value={name}
          autoComplete="off"
          hint="What it is for, such as “Website” or “My laptop”. Only you see it."
          problem={nameProblem ?? issueOf("name")}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label="Expires"
          value={term}
          problem={issueOf("expires_at")}
          onChange={(event) => setTerm(expiryTerms.find(({ value }) => value === event.target.value)?.value ?? "never")}
        >
          {expiryTerms.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {term === "day" && (
          <Field
            label="Last day"
            type="date"
            value={day}
            hint="It works until that day ends, by your clock."
            problem={dayProblem}
            onChange={(event) => setDay(event.target.value)}
          />
        )}
        <WriteTrouble error={error} fields={["name", "expires_at"]} />
        <DialogActions action={isBusy ? "Making the key…" : "Make the key"} isDisabled={isBusy} onDismiss={onDismiss} />
      </form>
    </Dialog>
  );
}
