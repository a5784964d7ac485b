/** A button of one icon, as high as the rows of a cast. */
export const iconButtonClass =
  "inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded text-muted hover:bg-sunken hover:text-ink";
