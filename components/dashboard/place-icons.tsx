import {
  Building2,
  CalendarRange,
  Drama,
  File,
  History,
  House,
  MessageSquareText,
  ScrollText,
  ShieldCheck,
  Ticket,
  TriangleAlert,
  UserCog,
  Users,
} from "lucide-react";

const look = { "aria-hidden": true, className: "size-4 shrink-0" } as const;

/**
 * The icons of the dashboard's pages by address, and under `other` that of any other page, such as the list of a new
 * noun. Rendered by the server, so that browsers get the shapes without their code.
 */
export const placeIcons = {
  "/dashboard": <House {...look} />,
  "/dashboard/shows": <Ticket {...look} />,
  "/dashboard/theatres": <Building2 {...look} />,
  "/dashboard/productions": <CalendarRange {...look} />,
  "/dashboard/people": <Users {...look} />,
  "/dashboard/roles": <Drama {...look} />,
  "/dashboard/cast-members": <UserCog {...look} />,
  "/dashboard/data-quality": <TriangleAlert {...look} />,
  "/dashboard/suggestions": <MessageSquareText {...look} />,
  "/dashboard/activity": <History {...look} />,
  "/dashboard/accounts": <ShieldCheck {...look} />,
  "/dashboard/security-log": <ScrollText {...look} />,
  other: <File {...look} />,
};
