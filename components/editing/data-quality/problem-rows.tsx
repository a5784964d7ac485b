import type { KeyboardEvent } from "react";
import { isSingleKey } from "@/components/ui/page-keys";
import type { Selection } from "@/components/records/list/selection";
import { useWindowRows } from "@/components/records/list/use-window-rows";
import { showToast } from "@/components/ui/toasts";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { problemRules, type ProblemRule } from "@/lib/editing/data-quality/terms.browser";
import { ProblemRow } from "./problem-row";
import { hasDecision, problemKey, type Remedy } from "./remedies";

interface Props {
  /** Those of one rule together; snoozed ones at the end. */
  problems: readonly DataProblem[];
  selection: Selection;
  isBusy: boolean;
  onChoose(problem: DataProblem, remedy: Remedy): void;
}

interface Section {
  id: ProblemRule | "snoozed";
  problems: DataProblem[];
}

const [rowPixels, headingPixels] = [92, 80];

/** A problem, or the heading of a section. */
type Item = { key: string; section: Section; problem: DataProblem | null };

/** The problems under the headings of their rules, of which only those in sight are rendered. */
export function ProblemRows({ problems, selection, isBusy, onChoose }: Props) {
  const items = itemsOf(problems);
  const isHeading = (index: number) => items[index]?.problem === null;
  const { virtualizer, top, attributes } = useWindowRows<HTMLDivElement>({
    keys: items.map(({ key }) => key),
    isHeading,
    pixelsOf: (index) => (isHeading(index) ? headingPixels : rowPixels),
    overscan: 8,
    selection,
  });
  const visible = virtualizer.getVirtualItems().flatMap((place) => {
    const item = items[place.index];
    return item ? [{ ...item, place }] : [];
  });
  const sections = [...new Set(visible.map(({ section }) => section))];
  const position = (start: number) => ({ transform: `translateY(${start - top}px)` });

  function verifyFocused(event: KeyboardEvent) {
    const { key, target } = event.nativeEvent;
    if (key.toLowerCase() !== "v" || isBusy || !isSingleKey(event.nativeEvent)) return;
    const focused = target instanceof Element ? target.closest("[data-record]")?.getAttribute("data-record") : null;
    const problem = problems.find((one) => problemKey(one) === focused);
    if (!problem) return;
    if (!hasDecision("verify")(problem))
      return showToast({ text: "V confirms a record that was last checked long ago. Fix this one with its buttons." });
    event.preventDefault();
    onChoose(problem, { kind: "verify" });
  }

  return (
    <div className="relative" style={{ height: virtualizer.getTotalSize() }} onKeyDown={verifyFocused} {...attributes}>
      {sections.map((section) => {
        const inSection = visible.filter((item) => item.section === section);
        const title = section.id === "snoozed" ? "Snoozed" : problemRules[section.id].title;
        const heading = inSection.find(({ problem }) => problem === null);
        const keys = section.problems.map(problemKey);
        const isAll = keys.every((key) => selection.selected.has(key));
        return (
          <section key={section.id} aria-label={title}>
            {heading && (
              <div
                ref={virtualizer.measureElement}
                data-index={heading.place.index}
                className="absolute inset-x-0 top-0 flex flex-wrap items-end gap-x-3 gap-y-1 pt-8 pb-2"
                style={position(heading.place.start)}
              >
                <h2 id={section.id} tabIndex={-1} className="text-xl font-semibold">
                  {title} <span className="text-sm text-muted">{section.problems.length}</span>
                </h2>
                <button
                  type="button"
                  className="min-h-8 cursor-pointer text-sm text-muted underline decoration-edge underline-offset-4 hover:text-ink"
                  aria-label={`${isAll ? "Select none" : "Select all"}: ${title}`}
                  onClick={() => (isAll ? selection.remove(keys) : selection.add(keys))}
                >
                  {isAll ? "Select none" : "Select all"}
                </button>
              </div>
            )}
            <ul aria-label={title}>
              {inSection.map(({ key, problem, place }) =>
                problem === null ? null : (
                  <ProblemRow
                    key={key}
                    ref={virtualizer.measureElement}
                    index={place.index}
                    style={position(place.start)}
                    problem={problem}
                    selection={selection}
                    isBusy={isBusy}
                    onChoose={(chosen) => onChoose(problem, chosen)}
                  />
                ),
              )}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function itemsOf(problems: readonly DataProblem[]): Item[] {
  const sections: Section[] = [];
  for (const problem of problems) {
    const id = problem.snooze ? "snoozed" : problem.rule;
    const last = sections.at(-1);
    if (last?.id === id) last.problems.push(problem);
    else sections.push({ id, problems: [problem] });
  }
  return sections.flatMap((section) => [
    { key: section.id, section, problem: null },
    ...section.problems.map((problem) => ({ key: problemKey(problem), section, problem })),
  ]);
}
