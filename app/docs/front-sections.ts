/** The sections of the documentation's first page. */
export const frontSections = [
  { anchor: "first-call", title: "First request" },
  { anchor: "tools", title: "Tools" },
  { anchor: "guides", title: "Guides" },
  { anchor: "reference", title: "Read the listings" },
  { anchor: "staff", title: "Staff and account endpoints" },
  { anchor: "everywhere", title: "Conventions" },
  { anchor: "headers", title: "Headers" },
];
