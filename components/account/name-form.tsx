"use client";

import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useToast } from "@/components/ui/toasts";
import { useRenameAccount } from "./account-mutations";
import { WriteTrouble } from "./write-trouble";

export function NameForm({ name }: { name: string | null }) {
  const [typed, setTyped] = useState(name ?? "");
  const { mutate: rename, isBusy, error, issueOf } = useRenameAccount();
  const say = useToast();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const next = typed.trim() === "" ? null : typed.trim();
    if (await rename(next)) say({ text: next === null ? "You go without a name now." : `You are “${next}” now.` });
  }

  return (
    <form noValidate className="grid max-w-[480px] gap-4" onSubmit={(event) => void submit(event)}>
      <Field
        label="Name"
        value={typed}
        autoComplete="name"
        hint="Shown beside what you change. It may be empty."
        problem={issueOf("name")}
        onChange={(event) => setTyped(event.target.value)}
      />
      <WriteTrouble error={error} fields={["name"]} />
      <div>
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? "Saving…" : "Save the name"}
        </Button>
      </div>
    </form>
  );
}
