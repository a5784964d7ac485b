import type { Theme } from "./theme";
import { ThemeSwitch } from "./theme-switch";

const links = [
  { href: "/on", name: "What’s on" },
  { href: "/shows", name: "Shows" },
  { href: "/theatres", name: "Theatres" },
  { href: "/search", name: "Search" },
  { href: "/docs", name: "Docs" },
  { href: "/api/openapi.json", name: "OpenAPI" },
  { href: "/llms.txt", name: "llms.txt" },
  { href: "/api/health/ready", name: "Status" },
  { href: "/terms", name: "Terms" },
  { href: "/privacy", name: "Privacy" },
  { href: "/developers/found-a-key", name: "Found a key?" },
  { href: "/.well-known/security.txt", name: "Security contact" },
];

export function Footer({ theme }: { theme: Theme }) {
  return (
    <footer className="mt-16 border-t border-line">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-6 text-sm text-muted">
        {/* Plain links, because half of them are no pages. */}
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
        <p>
          Coordinates{" "}
          <a href="https://www.openstreetmap.org/copyright" className="underline underline-offset-4 hover:text-ink">
            © OpenStreetMap contributors
          </a>
        </p>
        <p>Listings can be wrong. Check with the box office before you travel.</p>
        <ThemeSwitch chosen={theme} />
      </div>
    </footer>
  );
}
