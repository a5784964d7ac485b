import { Fragment, useEffect, useState, type ReactNode } from "react";

type End<Answer> = (answer: Answer | null) => void;

/** The dialogs of the page that is shown. Where they have no place, each is dismissed at once. */
const page = { add: (_draw: (close: () => void) => ReactNode, whenGone: () => void): void => whenGone() };

/** Opens a dialog above the page, outside of its contexts; ends with the page. @returns null when dismissed. */
export function openDialog<Answer>(draw: (end: End<Answer>) => ReactNode): Promise<Answer | null> {
  return new Promise((resolve) =>
    page.add(
      (close) =>
        draw((answer) => {
          close();
          resolve(answer);
        }),
      () => resolve(null),
    ),
  );
}

/** Draws what `openDialog` opens. Stands before the page, whose first effects may open one. */
export function PageDialogs() {
  const [open, setOpen] = useState<readonly { id: number; dialog: ReactNode }[]>([]);

  useEffect(() => {
    const { add } = page;
    const waiting: (() => void)[] = [];
    page.add = (draw, whenGone) => {
      const id = waiting.push(whenGone);
      const dialog = draw(() => setOpen((all) => all.filter((one) => one.id !== id)));
      setOpen((all) => [...all, { id, dialog }]);
    };
    return () => {
      page.add = add;
      setOpen([]);
      for (const gone of waiting) gone();
    };
  }, []);

  return open.map(({ id, dialog }) => <Fragment key={id}>{dialog}</Fragment>);
}
