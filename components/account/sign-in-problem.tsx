/** Why somebody is not signed in. Always there, so that what comes into it is heard. */
export function SignInProblem({ text }: { text: string | null }) {
  return (
    <p role="alert" className={text ? "mt-6 rounded bg-curtain-wash p-4 text-curtain" : ""}>
      {text}
    </p>
  );
}
