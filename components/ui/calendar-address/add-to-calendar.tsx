"use client";

import { Button } from "@/components/ui/button";
import { late } from "@/components/ui/late";
import { openDialog } from "@/components/ui/page-dialogs";
import type { CalendarOfRecord } from "./calendar-dialog";

const CalendarDialog = late(() => import("./calendar-dialog"), "CalendarDialog");

export function AddToCalendar(calendar: CalendarOfRecord) {
  const open = () => openDialog((end) => <CalendarDialog {...calendar} onDismiss={() => end(null)} />);
  return <Button onClick={() => void open()}>Add to calendar…</Button>;
}
