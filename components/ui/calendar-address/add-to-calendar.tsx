"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { CalendarOfRecord } from "./calendar-dialog";

const CalendarDialog = dynamic(() => import("./calendar-dialog").then((loaded) => loaded.CalendarDialog), {
  ssr: false,
});

export function AddToCalendar(calendar: CalendarOfRecord) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Add to calendar…</Button>
      {isOpen && <CalendarDialog {...calendar} onDismiss={() => setIsOpen(false)} />}
    </>
  );
}
