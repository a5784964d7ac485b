import { buttonClass } from "@/components/ui/button";

const ways = [
  { href: "/", title: "Go to the home page" },
  { href: "/docs", title: "Documentation" },
  { href: "/docs/guides/errors", title: "Errors and what to do" },
];

/**
 * Where one may go from a page that is none. Plain links: they work where nothing else does.
 *
 * @param areAllThereIs whether nothing else can be done there; else that stands out, and these do not.
 */
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
