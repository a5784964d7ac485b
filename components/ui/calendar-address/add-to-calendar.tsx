"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { CalendarOfRecord } from "./calendar-dialog";
import { late } from "@/components/ui/late";

const CalendarDialog = late(() => import("./calendar-dialog"), "CalendarDialog");

export function AddToCalendar(calendar: CalendarOfRecord) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Add to calendar…</Button>
      {isOpen && <CalendarDialog {...calendar} onDismiss={() => setIsOpen(false)} />}
    </>
  );
}
