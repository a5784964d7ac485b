import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toasts";
import { useSendVerification } from "./account-mutations";
import { WriteError } from "../../form/write-error";

/** Says whether the account's address is verified, and sends another link. */
export function AddressVerification({ email, isVerified }: { email: string; isVerified: boolean }) {
  const { mutate, error, isBusy } = useSendVerification();
  const say = useToast();

  async function send() {
    if (await mutate()) say({ text: `An email with a link is on its way to ${email}.` });
  }

  if (isVerified) return <p className="break-words">{email} is confirmed.</p>;
  return (
    <>
      <p className="max-w-[640px] break-words">
        {email} is not confirmed. Use the link in your email, or get a new one.
      </p>
      <WriteError error={error} />
      <div>
        <Button aria-disabled={isBusy} onClick={() => void send()}>
          {isBusy ? "Sending…" : "Email me a link"}
        </Button>
      </div>
    </>
  );
}
