import { Table2 } from "lucide-react";
import { Button } from "@/components/ui/button";

interface Props {
  label: string;
  isTable: boolean;
  setIsTable(isTable: boolean): void;
}

/** Shows a chart as a table. */
export function TableToggle({ label, isTable, setIsTable }: Props) {
  return (
    <Button
      icon={Table2}
      className="min-h-8! justify-self-start px-3! aria-pressed:border-curtain aria-pressed:bg-curtain-wash"
      aria-pressed={isTable}
      onClick={() => setIsTable(!isTable)}
    >
      {label}
    </Button>
  );
}
