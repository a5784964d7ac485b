import { useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import { useWrite } from "@/components/form/use-write";
import type { ManagedAccount } from "@/lib/accounts/schema.browser";
import { roleBadges, roleDescriptions, assignableRoles, roleLabels } from "./role-labels";

interface Props {
  account: ManagedAccount;
  isOwn: boolean;
  /** Of the account, under `/api`. */
  path: string;
  onEnd(): void;
}

/** Nothing is saved before the button confirms it: arrow keys alone change the radio group. */
export function RoleDialog({ account, isOwn, path, onEnd }: Props) {
  const { email, role, role_to_confirm, verified } = account;
  const { write, ...state } = useWrite();
  const [chosen, setChosen] = useState(role_to_confirm ?? role);

  async function submit() {
    const isSame = chosen === role && role_to_confirm === null;
    const said = `${email} is now ${roleLabels[chosen]}.`;
    if (isSame || (await write("PUT", path, { role: chosen }, { said }))) onEnd();
  }

  return (
    <FormDialog
      title="Change role"
      action={`Make ${isOwn ? "yourself" : "them"} ${roleLabels[chosen]}`}
      write={state}
      onSubmit={() => void submit()}
      onDismiss={onEnd}
    >
      <p>
        <strong className="break-all">{email}</strong> is {roleLabels[role]}.
      </p>
      <fieldset className="grid gap-2">
        <legend className="sr-only">Role</legend>
        {assignableRoles.map((one) => (
          <label
            key={one}
            className="flex cursor-pointer items-start gap-3 rounded border border-edge p-3 has-checked:border-curtain has-checked:bg-curtain-wash"
          >
            <input
              type="radio"
              name="role"
              value={one}
              checked={one === chosen}
              className="mt-1 accent-curtain"
              onChange={() => setChosen(one)}
            />
            <span>
              <span className="font-semibold">{roleBadges[one]}</span>
              <span className="block text-sm text-muted">{roleDescriptions[one]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {!verified && chosen !== "developer" && <UnverifiedNote email={email} />}
      {isOwn && chosen !== "admin" && (
        <p>This is your own account. You’ll lose access to this page, and only another administrator can undo that.</p>
      )}
    </FormDialog>
  );
}

/** Warns an administrator before they assign a role. */
function UnverifiedNote({ email }: { email: string }) {
  return (
    <p role="note" className="rounded border border-gilt p-3 text-sm">
      <strong>Email not verified.</strong> Anyone can sign up with any address, so this account may not belong to the
      owner of <span className="break-words">{email}</span>. Ask them first.
    </p>
  );
}
