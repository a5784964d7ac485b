import { Button } from "@/components/ui/button";

/** Shown while a request takes long, with a button to stop waiting. */
export function SlowNotice({ isSlow, stop }: { isSlow: boolean; stop(): void }) {
  return (
    <>
      <span role="status" className="text-sm text-muted">
        {isSlow && "Still trying…"}
      </span>
      {isSlow && <Button onClick={stop}>Stop</Button>}
    </>
  );
}
