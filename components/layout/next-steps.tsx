import { buttonClass } from "@/components/ui/button";

const ways = [
  { href: "/", title: "Go to the home page" },
  { href: "/docs", title: "Documentation" },
  { href: "/docs/guides/errors", title: "Errors and what to do" },
];

/** Plain links, which always work. @param areAllThereIs the page has no other action, so that these stand out. */
export function NextSteps({ areAllThereIs }: { areAllThereIs: boolean }) {
  return (
    <p className="mt-8 flex flex-wrap gap-3">
      {ways.map(({ href, title }, index) => (
        <a key={href} href={href} className={buttonClass(areAllThereIs && index === 0 ? "primary" : "quiet")}>
          {title}
        </a>
      ))}
    </p>
  );
}
