import { useEffect, useState, type ReactNode } from "react";
import { downloadFile } from "@/components/ui/download-file";
import { Button } from "./button";
import { Checkbox } from "./checkbox";
import { Dialog } from "./dialog";

interface Props {
  title: string;
  /** A file with the secret. The browser creates it, so that the secret is not sent anywhere again. */
  file: { label: string; name: string; text: string };
  /** The label of the box to tick. */
  savedLabel: string;
  /** What is lost by closing now. */
  warning: string;
  onClose(): void;
  /** @param keep called when the secret was copied. */
  children(keep: () => void): ReactNode;
}

/** Shows a secret, once. Until it was copied, downloaded or ticked as saved, closing asks for confirmation. */
export function ShownOnceDialog({ title, file, savedLabel, warning, onClose, children }: Props) {
  const [isKept, setIsKept] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    if (isKept) return;
    // The browser then asks before it leaves the page.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isKept]);

  const leave = () => (isKept ? onClose() : setIsAsking(true));
  const keep = () => {
    setIsKept(true);
    setIsAsking(false);
  };
  return (
    <Dialog title={title} onDismiss={leave}>
      {children(keep)}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button
          onClick={() => {
            downloadFile(file.name, "text/plain", file.text);
            keep();
          }}
        >
          {file.label}
        </Button>
        <Checkbox className="min-h-10 text-sm" checked={isKept} onChange={(is) => (is ? keep() : setIsKept(false))}>
          {savedLabel}
        </Checkbox>
      </div>
      {isAsking ? (
        <div ref={bringIntoView} role="alert" className="grid gap-3 rounded bg-curtain-wash p-4">
          <p className="text-curtain">{warning}</p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setIsAsking(false)}>Keep open</Button>
            <Button onClick={onClose}>Close anyway</Button>
          </div>
        </div>
      ) : (
        <div>
          <Button look="primary" onClick={leave}>
            Done
          </Button>
        </div>
      )}
    </Dialog>
  );
}

/** The secret may fill the window of a phone. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
