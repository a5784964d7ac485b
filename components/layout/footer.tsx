import { FooterLinks } from "./footer-links";
import type { Theme } from "./theme";
import { ThemeSwitch } from "./theme-switch";

export function Footer({ theme }: { theme: Theme }) {
  return (
    <footer className="mt-16 border-t border-line">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-6 text-sm text-muted">
        <FooterLinks />
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
