/** How a link of the header looks, whether or not it leads to a page of ours. */
export const navClass =
  "inline-flex min-h-8 items-center text-sm underline decoration-edge underline-offset-4 hover:decoration-curtain";
