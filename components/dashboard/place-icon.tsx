import {
  Building2,
  CalendarRange,
  Drama,
  File,
  History,
  House,
  ShieldCheck,
  Ticket,
  TriangleAlert,
  UserCog,
  Users,
  type LucideIcon,
} from "lucide-react";

/** By address. Any other page, such as that of a new noun, has the last one. */
const icons: Readonly<Record<string, LucideIcon>> = {
  "/dashboard": House,
  "/dashboard/shows": Ticket,
  "/dashboard/theatres": Building2,
  "/dashboard/productions": CalendarRange,
  "/dashboard/people": Users,
  "/dashboard/roles": Drama,
  "/dashboard/cast-members": UserCog,
  "/dashboard/data-quality": TriangleAlert,
  "/dashboard/activity": History,
  "/dashboard/accounts": ShieldCheck,
};

/** The icon of a page of the dashboard, beside its name. */
export function PlaceIcon({ href }: { href: string }) {
  const Icon = icons[href] ?? File;
  return <Icon aria-hidden="true" className="size-4 shrink-0" />;
}
