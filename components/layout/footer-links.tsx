const links = [
  { href: "/docs", name: "Docs" },
  { href: "/api/openapi.json", name: "OpenAPI" },
  { href: "/llms.txt", name: "llms.txt" },
  { href: "/api/health/ready", name: "Status" },
  { href: "/developers/found-a-key", name: "Found a key?" },
  { href: "/.well-known/security.txt", name: "Security contact" },
];

/** What a reader of any page may look for at its end. Plain links, because half of them are no pages. */
export function FooterLinks() {
  return (
    <nav aria-label="Service" className="flex basis-full flex-wrap gap-x-6 gap-y-1">
      {links.map(({ href, name }) => (
        <a
          key={href}
          href={href}
          className="inline-flex min-h-6 items-center underline decoration-edge underline-offset-4 hover:text-ink"
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
