"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { usePrintableRange } from "@/components/ui/use-printable-range";
import type { ResourcePath } from "@/lib/resources/nouns";
import { rememberOpened, takeOpened } from "./opened-records";
import { rowKeyAction } from "./row-keys";
import type { Selection } from "./use-selection";

interface Options {
  path: ResourcePath;
  rows: readonly { entry: { id: string } }[];
  /** The expected height of a row. */
  rowPixels: number;
  /** How many rows are rendered on each side of the visible ones. */
  overscan: number;
  /** The height of the list's parts that stick to the top of the window. */
  coveredPixels: number;
  selection: Selection;
}

/**
 * Renders only the rows that are in sight of the window, and moves the focus between them: on J and K, and back to the
 * record that was opened before.
 */
export function useWindowRows<Container extends HTMLElement>(options: Options) {
  const { path, rows, rowPixels, overscan, coveredPixels, selection } = options;
  const container = useRef<Container>(null);
  const [top, setTop] = useState(0);
  const current = useRef<string | null>(null);
  /** The record to focus as soon as its row is rendered. */
  const awaited = useRef<string | null>(null);
  // Lists render in the browser only, once their records are there.
  const [headerPixels] = useState(() => parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0);
  // oxlint-disable-next-line react/incompatible-library -- it re-renders on scroll, and nothing here is memoised by it
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowPixels,
    overscan,
    rangeExtractor: usePrintableRange(),
    scrollMargin: top,
    scrollPaddingStart: headerPixels + coveredPixels,
    getItemKey: (index) => rows[index]?.entry.id ?? index,
  });

  // What is above the rows can wrap, fold and unfold; then the page's height changes too.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      if (container.current) setTop(Math.round(container.current.getBoundingClientRect().top + window.scrollY));
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const rowOf = (id: string) =>
    container.current?.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`) ?? null;
  const indexOf = (id: string | null) => (id === null ? -1 : rows.findIndex(({ entry }) => entry.id === id));

  function focusAwaited() {
    const link = awaited.current === null ? null : rowOf(awaited.current)?.querySelector("a");
    if (!link) return;
    awaited.current = null;
    link.focus({ preventScroll: true });
  }

  function goTo(index: number) {
    const id = rows[index]?.entry.id;
    if (id === undefined) return;
    current.current = id;
    awaited.current = id;
    virtualizer.scrollToIndex(index);
    focusAwaited();
  }

  /** The first row below what covers the top of the window. */
  function firstInSight(): number {
    return (
      virtualizer.getVirtualItemForOffset(Math.max(top, window.scrollY + headerPixels + coveredPixels))?.index ?? 0
    );
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-record]")?.dataset["record"];
    const index = indexOf(focused ?? current.current);
    const action = rowKeyAction(event);
    if (action === null) return;
    if (action === "open") {
      if (focused !== undefined) rowOf(focused)?.querySelector("a")?.click();
      return;
    }
    event.preventDefault();
    if (action === "next" || action === "previous")
      goTo(index < 0 ? firstInSight() : Math.max(0, index + (action === "next" ? 1 : -1)));
    else if (index >= 0) selection.toggle(rows[index]?.entry.id ?? "", action === "selectRange");
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  const comeBack = useEffectEvent(() => goTo(indexOf(takeOpened(path))));
  useEffect(() => comeBack(), []);
  useEffect(focusAwaited);

  /** Goes on the element that contains the rows, each of which has `data-record`. */
  const attributes = {
    ref: container,
    onClickCapture: ({ target }: { target: EventTarget }) => {
      const link = target instanceof Element ? target.closest("a") : null;
      const id = link?.closest<HTMLElement>("[data-record]")?.dataset["record"];
      if (id !== undefined) rememberOpened(path, id);
    },
  };
  return { virtualizer, top, attributes };
}
