import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { useWrite } from "@/components/form/use-write";
import { WriteError } from "@/components/form/write-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";

const resolver = lateResolver(
  async () => (await import("@/lib/accounts/schema.browser")).ownAccountChange.pick({ name: true }),
  ({ name = "" }) => ({ name: name.trim() === "" ? null : name }),
);

export function NameForm({ name: present }: { name: string | null }) {
  const { write, error } = useWrite();
  const { field, formProps, names, isBusy } = useApiForm({
    initial: { name: present ?? "" },
    resolver,
    send: ({ name = null }, onRefused) =>
      write(
        "PUT",
        "/account",
        { name },
        {
          onRefused,
          said: name === null ? "Name removed." : `Name changed to “${name}”.`,
        },
      ),
  });
  return (
    <form {...formProps} className="grid max-w-[480px] gap-4">
      <Field label="Name" {...field("name")} autoComplete="name" hint="Shown next to your changes (optional)." />
      <WriteError error={error} fields={names} />
      <div>
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? "Saving…" : "Save name"}
        </Button>
      </div>
    </form>
  );
}
