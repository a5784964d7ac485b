"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useStaff } from "@/components/dashboard/staff";
import { Button } from "@/components/ui/button";
import { controlLook } from "@/components/ui/labelled";
import { Moment } from "@/components/ui/moment";
import { useToast } from "@/components/ui/toasts";
import { useWrite } from "@/components/use-write";
import type { AccountChange, AccountRecord } from "@/lib/accounts/schema";
import { sendApi } from "@/lib/api/client";
import { OwnRoleDialog } from "./own-role-dialog";

/** Somebody's account: what they may, and whether they are let in. */
export function AccountRow({ account }: { account: AccountRecord }) {
  const { id, email, name, role, blocked, created_at } = account;
  const isOwn = useStaff().id === id;
  const { write, isBusy, error } = useWrite();
  const [wanted, setWanted] = useState<AccountChange | null>(null);
  const client = useQueryClient();
  const say = useToast();

  async function change(part: AccountChange, text: string) {
    const before = { role, blocked };
    const send = (body: AccountChange) => write(() => sendApi("PUT", `/accounts/${encodeURIComponent(id)}`, body));
    if (!(await send(part))) return;
    await client.invalidateQueries({ queryKey: ["accounts"] });
    const undo = async () => {
      if (await send(before)) await client.invalidateQueries({ queryKey: ["accounts"] });
    };
    say({ text, action: { label: "Undo", run: () => void undo() } });
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3 text-sm">
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold break-words">{name ?? email}</p>
        <p className="break-words text-muted">
          {name === null ? "" : `${email}, `}since <Moment at={created_at} look="day" />
          {blocked && <span className="font-semibold text-curtain">, blocked</span>}
          {isOwn && ", you"}
        </p>
        {error && (
          <p role="alert" className="mt-1 text-curtain">
            {error.message}
          </p>
        )}
      </div>
      <select
        aria-label={`What ${email} may`}
        className={`${controlLook} max-w-48`}
        value={role}
        disabled={isBusy}
        onChange={(event) => {
          const part = { role: event.target.value as AccountRecord["role"] };
          if (isOwn) setWanted(part);
          else void change(part, `${email} is ${roleWords[part.role]} now.`);
        }}
      >
        {Object.keys(roleWords).map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <Button
        aria-label={blocked ? `Let ${email} in again` : `Block ${email}`}
        aria-disabled={isBusy}
        onClick={() => {
          if (isOwn && !blocked) setWanted({ blocked: true });
          else void change({ blocked: !blocked }, blocked ? `${email} is let in again.` : `${email} is blocked.`);
        }}
      >
        {blocked ? "Let in again" : "Block"}
      </Button>
      {wanted && (
        <OwnRoleDialog
          onAgree={() => {
            setWanted(null);
            void change(wanted, "Your own account is changed.");
          }}
          onDismiss={() => setWanted(null)}
        />
      )}
    </li>
  );
}

const roleWords: { readonly [R in AccountRecord["role"]]: string } = {
  developer: "a developer",
  editor: "an editor",
  admin: "an administrator",
};
