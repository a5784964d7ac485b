"use client";

import { useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import { Field } from "@/components/ui/field";
import { maxNameLength, type SavedView } from "./saved-views";

interface Props {
  title: string;
  views: readonly SavedView[];
  /** The present name of a view that is renamed. */
  present?: string;
  /** @returns false when the browser refuses to store it. */
  onName(name: string): boolean;
  onDismiss(): void;
}

/** Asks for the name of a view. */
export function ViewNameDialog({ title, views, present = "", onName, onDismiss }: Props) {
  const [typed, setTyped] = useState(present);
  const [problem, setProblem] = useState<string>();
  const name = typed.trim();
  const isTaken = name !== present && views.some((view) => view.name === name);

  function submit() {
    if (name === "") setProblem("Enter a name.");
    else if (onName(name)) onDismiss();
    else setProblem("This browser can’t store the view. Its storage is full or turned off.");
  }

  return (
    <FormDialog title={title} action={isTaken ? "Replace view" : "Save view"} onSubmit={submit} onDismiss={onDismiss}>
      <Field
        label="Name"
        value={typed}
        maxLength={maxNameLength}
        autoComplete="off"
        autoFocus
        problem={problem}
        hint={isTaken ? `Replaces the view “${name}”` : "Saved on this device, for your account"}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}
