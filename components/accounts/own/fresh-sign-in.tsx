import { useEffect, useState } from "react";
import { late } from "@/components/ui/late";
import { freshSignIn } from "@/lib/http/client/fresh-sign-in.browser";

/** Loads when it is needed. */
const SignInAgainDialog = late(() => import("./sign-in-again-dialog"), "SignInAgainDialog");

/** Lets the client ask in place for the new sign-in that an operation needs. */
export function FreshSignIn() {
  const [end, setEnd] = useState<((isSignedIn: boolean) => void) | null>(null);

  useEffect(() => {
    const { ask } = freshSignIn;
    freshSignIn.ask = () => new Promise<boolean>((resolve) => setEnd(() => resolve)).finally(() => setEnd(null));
    return () => {
      freshSignIn.ask = ask;
    };
  }, []);

  return end && <SignInAgainDialog onEnd={end} />;
}
