/** Warns an administrator before they assign a role. */
export function UnverifiedNote({ email }: { email: string }) {
  return (
    <p role="note" className="rounded border border-gilt p-3 text-sm">
      <strong>Email not verified.</strong> Anyone can sign up with any address, so this account may not belong to the
      owner of <span className="break-words">{email}</span>. Ask them first.
    </p>
  );
}
