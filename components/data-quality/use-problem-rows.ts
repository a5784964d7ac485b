"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { rowKeyAction } from "@/components/record-list/row-keys";
import type { Selection } from "@/components/record-list/use-selection";
import { usePrintableRange } from "@/components/ui/use-printable-range";

interface Options {
  /** In the order of the page. J and K do not stop on headings. */
  items: readonly { key: string; isHeading: boolean }[];
  selection: Selection;
}

const [rowPixels, headingPixels, overscan] = [92, 64, 8];

/** Renders only the problems in sight of the window, and moves the focus between them on J and K. */
export function useProblemRows({ items, selection }: Options) {
  const container = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const current = useRef<string | null>(null);
  /** The problem to focus as soon as its row is rendered. */
  const awaited = useRef<string | null>(null);
  // The list renders in the browser only, once the problems are there.
  const [headerPixels] = useState(() => parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0);
  // oxlint-disable-next-line react/incompatible-library -- it re-renders on scroll, and nothing here is memoised by it
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => (items[index]?.isHeading ? headingPixels : rowPixels),
    overscan,
    rangeExtractor: usePrintableRange(),
    scrollMargin: top,
    scrollPaddingStart: headerPixels,
    getItemKey: (index) => items[index]?.key ?? index,
  });

  // What is above the rows can wrap, fold and unfold; then the page's height changes too.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      if (container.current) setTop(Math.round(container.current.getBoundingClientRect().top + window.scrollY));
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const rowOf = (key: string) =>
    container.current?.querySelector<HTMLElement>(`[data-record="${CSS.escape(key)}"]`) ?? null;

  function focusAwaited() {
    const link = awaited.current === null ? null : rowOf(awaited.current)?.querySelector("a");
    if (!link) return;
    awaited.current = null;
    link.focus({ preventScroll: true });
  }

  /** The next item in a direction that is not a heading. */
  function rowFrom(index: number, step: 1 | -1): number {
    let at = index;
    while (items[at]?.isHeading) at += step;
    return at;
  }

  function goTo(index: number) {
    const item = items[index];
    if (!item) return;
    current.current = item.key;
    awaited.current = item.key;
    virtualizer.scrollToIndex(index);
    focusAwaited();
  }

  /** The first row below what covers the top of the window. */
  function firstInSight(): number {
    const offset = Math.max(top, window.scrollY + headerPixels);
    return virtualizer.getVirtualItemForOffset(offset)?.index ?? 0;
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-record]")?.dataset["record"];
    const key = focused ?? current.current;
    const index = items.findIndex((item) => item.key === key);
    const action = rowKeyAction(event);
    if (action === null) return;
    if (action === "open") {
      if (focused !== undefined) rowOf(focused)?.querySelector("a")?.click();
      return;
    }
    event.preventDefault();
    if (action === "next") goTo(rowFrom(index < 0 ? firstInSight() : index + 1, 1));
    else if (action === "previous") goTo(index < 0 ? rowFrom(firstInSight(), 1) : rowFrom(index - 1, -1));
    else if (key !== null && index >= 0) selection.toggle(key, action === "selectRange");
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  useEffect(focusAwaited);

  return { virtualizer, top, container };
}
