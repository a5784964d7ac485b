"use client";

import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useToast } from "@/components/ui/toasts";
import { useWrite } from "@/components/use-write";
import { sendApi } from "@/lib/client/client";
import { useHeldAccount } from "./use-account";
import { WriteTrouble } from "./write-trouble";

export function NameForm({ name }: { name: string | null }) {
  const [typed, setTyped] = useState(name ?? "");
  const { write, isBusy, error, issueOf } = useWrite();
  const account = useHeldAccount();
  const say = useToast();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const next = typed.trim() === "" ? null : typed.trim();
    if (!(await write(() => sendApi("PUT", "/account", { name: next })))) return;
    account.change((held) => ({ ...held, name: next }));
    say({ text: next === null ? "You go without a name now." : `You are “${next}” now.` });
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
