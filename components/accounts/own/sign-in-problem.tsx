/** The reason a sign-in failed. Always rendered, so that screen readers announce changes. */
export function SignInProblem({ text }: { text: string | null }) {
  return (
    <p role="alert" className={text ? "mt-6 rounded bg-curtain-wash p-4 text-curtain" : ""}>
      {text}
    </p>
  );
}
