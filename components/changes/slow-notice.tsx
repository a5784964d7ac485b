import { Button } from "@/components/ui/button";

/** Beside what waits for a slow answer: that it still does, and how to end that. */
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
