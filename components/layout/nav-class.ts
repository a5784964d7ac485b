/** Styles of header links, internal or external. Their place shows that they are links. */
export const navClass = "inline-flex min-h-8 items-center text-sm hover:text-curtain";
