/** The sections of the documentation's first page. */
export const frontSections = [
  { anchor: "first-call", title: "First request" },
  { anchor: "tools", title: "Tools" },
  { anchor: "guides", title: "Guides" },
  { anchor: "reference", title: "Read the listings" },
  { anchor: "staff", title: "For staff and these pages" },
  { anchor: "everywhere", title: "Conventions" },
  { anchor: "headers", title: "Headers" },
];
