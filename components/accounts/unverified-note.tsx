/** Why an administrator should think twice before a role is given. */
export function UnverifiedNote({ email }: { email: string }) {
  return (
    <p role="note" className="rounded border border-gilt p-3 text-sm">
      <strong>Email not verified.</strong> Anyone can open an account with any address: it is not certain that this
      account belongs to the person who reads mail at <span className="break-words">{email}</span>. Ask them first.
    </p>
  );
}
