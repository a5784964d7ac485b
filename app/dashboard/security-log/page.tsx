import type { Metadata } from "next";
import { requirePagePermission } from "@/app/session";
import { wholePage } from "@/app/whole-page";
import { SecurityLog } from "@/components/accounts/security-log/security-log";

export const metadata: Metadata = { title: "Security log" };

export default wholePage(async function SecurityLogPage() {
  await requirePagePermission("/dashboard/security-log", "readSecurityLog");
  return (
    <>
      <h1 className="work-title">Security log</h1>
      <p className="mt-1 mb-6 text-muted">
        Sign-ins, passwords, keys and roles of all accounts, kept for 400 days. IP addresses are truncated.
      </p>
      <SecurityLog />
    </>
  );
});
