import { File, History, House, MessageSquareText, ScrollText, ShieldCheck, TriangleAlert } from "lucide-react";
import { icons } from "@/lib/resources/icons";

const look = { "aria-hidden": true, className: "size-4 shrink-0" } as const;

/**
 * The icons of the dashboard's pages by address, and under `other` that of any other page. Rendered by the server, so
 * that browsers get the shapes without their code.
 */
export const placeIcons = {
  ...Object.fromEntries(
    Object.entries(icons).map(([path, Icon]) => [`/dashboard/${path}`, <Icon key={path} {...look} />]),
  ),
  "/dashboard": <House {...look} />,
  "/dashboard/data-quality": <TriangleAlert {...look} />,
  "/dashboard/suggestions": <MessageSquareText {...look} />,
  "/dashboard/activity": <History {...look} />,
  "/dashboard/accounts": <ShieldCheck {...look} />,
  "/dashboard/security-log": <ScrollText {...look} />,
  other: <File {...look} />,
};
