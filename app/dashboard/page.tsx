import type { Metadata } from "next";
import { requireStaffSession } from "@/app/session";
import { resources } from "@/lib/resources";

export const metadata: Metadata = { title: "Dashboard" };

export default async function DashboardPage() {
  const { email, name, role } = await requireStaffSession("/dashboard");
  return (
    <div className="page-width max-w-[680px] py-16">
      <h1 className="text-4xl font-semibold">Dashboard</h1>
      <p className="mt-4 text-muted">
        Signed in as <span className="text-ink">{name ?? email}</span>, {role}. What you may change:
      </p>
      <ul className="mt-4 grid gap-2">
        {resources.map(({ path, plural }) => (
          <li key={path}>
            <a href={`/api/${path}`} className="underline decoration-edge underline-offset-4 hover:decoration-curtain">
              {plural}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
