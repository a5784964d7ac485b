import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useToast } from "@/components/ui/toasts";
import { useRenameAccount } from "./account-mutations";
import { WriteError } from "../../form/write-error";

const resolver = lateResolver(
  async () => (await import("@/lib/accounts/schema.browser")).ownAccountChange.pick({ name: true }),
  ({ name = "" }) => ({ name: name.trim() === "" ? null : name }),
);

export function NameForm({ name: present }: { name: string | null }) {
  const rename = useRenameAccount();
  const say = useToast();
  const { field, formProps, names, isBusy } = useApiForm({
    initial: { name: present ?? "" },
    resolver,
    send: async ({ name = null }, onRefused) => {
      if (await rename.mutate(name, onRefused))
        say({ text: name === null ? "Name removed." : `Name changed to “${name}”.` });
    },
  });
  return (
    <form {...formProps} className="grid max-w-[480px] gap-4">
      <Field label="Name" {...field("name")} autoComplete="name" hint="Shown next to your changes (optional)." />
      <WriteError error={rename.error} fields={names} />
      <div>
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? "Saving…" : "Save name"}
        </Button>
      </div>
    </form>
  );
}
