import { defaultRangeExtractor, useWindowVirtualizer, type Range } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { isSingleKey, usePageKeys } from "@/components/ui/page-keys";
import type { Selection } from "./selection";

/** The record that was opened from a list, until a list is shown again. */
let opened: { path: ResourcePath; id: string } | null = null;

interface Options {
  /** Of the rows, each once. */
  keys: readonly string[];
  /** J and K do not stop on headings. */
  isHeading?: (index: number) => boolean;
  /** The expected height of a row. */
  pixelsOf: (index: number) => number;
  /** How many rows are rendered on each side of the visible ones. */
  overscan: number;
  /** The height of the list's parts that stick to the top of the window. */
  coveredPixels?: number;
  selection: Selection;
  /** The list that remembers which record was opened, and comes back to it. */
  path?: ResourcePath;
}

/**
 * Renders only the rows that are in sight of the window, and moves the focus between them: on J and K, and back to the
 * record that was opened before.
 */
export function useWindowRows<Container extends HTMLElement>(options: Options) {
  const { keys, isHeading, pixelsOf, overscan, coveredPixels = 0, selection, path } = options;
  const container = useRef<Container>(null);
  const [top, setTop] = useState(0);
  const current = useRef<string | null>(null);
  /** The row to focus as soon as it is rendered. */
  const awaited = useRef<string | null>(null);
  // Rows render in the browser only, once their data is there.
  const [headerPixels] = useState(() => parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0);
  // oxlint-disable-next-line react/incompatible-library -- it re-renders on scroll, and nothing here is memoised by it
  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    estimateSize: pixelsOf,
    overscan,
    rangeExtractor: usePrintableRange(),
    scrollMargin: top,
    scrollPaddingStart: headerPixels + coveredPixels,
    getItemKey: (index) => keys[index] ?? "",
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

  function goTo(index: number, step: 1 | -1 = 1) {
    let row = index;
    while (isHeading?.(row)) row += step;
    const key = keys[row];
    if (key === undefined) return;
    current.current = awaited.current = key;
    virtualizer.scrollToIndex(row);
    focusAwaited();
  }

  /** The first row below what covers the top of the window. */
  function firstInSight(): number {
    const offset = Math.max(top, window.scrollY + headerPixels + coveredPixels);
    return virtualizer.getVirtualItemForOffset(offset)?.index ?? 0;
  }

  usePageKeys((event) => {
    const { shiftKey, target } = event;
    if (!isSingleKey(event) || document.querySelector("dialog[open]")) return;
    const focused = document.activeElement?.closest<HTMLElement>("[data-record]")?.dataset["record"];
    // A row that is not rendered yet comes first: keys may be pressed faster than rows appear.
    const index = keys.indexOf(awaited.current ?? focused ?? current.current ?? "");
    const key = shiftKey ? event.key : event.key.toLowerCase();
    if (key === "j" || key === "k") {
      const step = key === "j" ? 1 : -1;
      goTo(index < 0 ? firstInSight() : index + step, step);
    } else if (key === "x" || key === "X") {
      const row = keys[index];
      if (row !== undefined) selection.toggle(row, key === "X");
    } else {
      // From its link Enter opens a record by itself.
      const isInRow = target instanceof Element && target.matches("[data-record] input");
      if (event.key === "Enter" && isInRow && focused !== undefined) rowOf(focused)?.querySelector("a")?.click();
      return;
    }
    event.preventDefault();
  });

  const comeBack = useEffectEvent(() => {
    if (!path) return;
    const id = opened?.path === path ? opened.id : "";
    opened = null;
    goTo(keys.indexOf(id));
  });
  useEffect(() => comeBack(), []);
  useEffect(focusAwaited);

  /** Goes on the element that contains the rows, each of which has `data-record`. */
  const attributes = {
    ref: container,
    onClickCapture: ({ target }: { target: EventTarget }) => {
      const link = target instanceof Element ? target.closest("a") : null;
      const id = link?.closest<HTMLElement>("[data-record]")?.dataset["record"];
      if (path && id !== undefined) opened = { path, id };
    },
  };
  return { virtualizer, top, attributes };
}

/** The rows that a virtualised list renders: those in view, and all of them on paper. Its option `rangeExtractor`. */
export function usePrintableRange(): (range: Range) => number[] {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const print = matchMedia("print");
    const leave = new AbortController();
    // The browser prints what is there when the event has been handled.
    const say = (is: boolean) => flushSync(() => setIsPrinting(is));
    addEventListener("beforeprint", () => say(true), leave);
    addEventListener("afterprint", () => say(false), leave);
    print.addEventListener("change", ({ matches }) => say(matches), leave);
    return () => leave.abort();
  }, []);
  return isPrinting ? allRows : defaultRangeExtractor;
}

function allRows({ count }: Range): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
