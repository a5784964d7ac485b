/** Styles of header links, internal or external. */
export const navClass =
  "inline-flex min-h-8 items-center text-sm underline decoration-edge underline-offset-4 hover:decoration-curtain";
