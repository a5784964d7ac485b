import { useId, useState } from "react";
import { useTypedQuery } from "@/components/ui/use-typed-query";
import { Combobox } from "@/components/ui/combobox";
import { controlClass } from "@/components/ui/labelled";
import type { AccountSearchPage } from "@/lib/accounts/overview/schema.browser";
import { useApi } from "@/lib/client/hooks.browser";

const maxOptions = 8;

/** Finds an account by its address or name. */
export function AccountFilter({ onChoose }: { onChoose(account: { id: string; name: string }): void }) {
  const id = useId();
  const { typed, setTyped, wanted } = useTypedQuery();
  const [isOpen, setIsOpen] = useState(false);
  const query = new URLSearchParams({ limit: String(maxOptions), ...(wanted === "" ? {} : { q: wanted }) });
  const { data, error, isFetching } = useApi<AccountSearchPage>(`/accounts/search?${query}`, { isEnabled: isOpen });
  const options = (data?.body.accounts ?? []).map(({ id: key, name, email }) => ({
    key,
    name: name ?? email,
    content: (
      <>
        <bdi className="min-w-0 break-all">{email}</bdi>
        {name !== null && <bdi className="min-w-0 break-words text-muted">{name}</bdi>}
      </>
    ),
  }));
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-sm font-semibold">
        Account
      </label>
      <Combobox
        id={id}
        className={controlClass}
        value={typed}
        placeholder="All accounts"
        listLabel="Accounts"
        options={options}
        isLoading={isFetching || typed.trim() !== wanted}
        popup={{
          isOpen,
          note: error?.message ?? (data && options.length === 0 ? "No accounts match." : null),
          open: () => setIsOpen(true),
          close: () => setIsOpen(false),
        }}
        onType={(text) => {
          setTyped(text);
          setIsOpen(true);
        }}
        onChoose={({ key, name }) => {
          setTyped("");
          setIsOpen(false);
          onChoose({ id: key, name });
        }}
      />
    </div>
  );
}
