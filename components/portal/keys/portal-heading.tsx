import { NavLink } from "@/components/layout/header-links";

export function PortalHeading({ title, email }: { title: string; email: string }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 pb-8">
      <div className="min-w-0">
        <h1 className="text-4xl font-semibold">{title}</h1>
        <p className="mt-2 text-sm break-words text-muted">Signed in as {email}</p>
      </div>
      <nav aria-label="Developers" className="flex flex-wrap gap-x-4">
        <NavLink href="/developers" isExact>
          Keys
        </NavLink>
        <NavLink href="/developers/account">Account</NavLink>
        <NavLink href="/developers/found-a-key">Found a key</NavLink>
      </nav>
    </div>
  );
}
