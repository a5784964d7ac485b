"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { useWrite } from "@/components/use-write";
import { ApiError, sendApi } from "@/lib/api/client";
import { apiKey } from "@/lib/api/hooks";
import { CreationProvider } from "./creation-provider";
import { nouns, type Path } from "./nouns";
import type { FlatRecord, Values } from "./record-shape";
import { SaveForm } from "./save-form";
import { showTrouble } from "./save-trouble";
import { shapes } from "./shapes";
import { useDraftForm } from "./use-draft-form";
import { useUndo } from "./use-undo";

interface Props {
  path: Path;
  /** What stands in its fields at first. */
  given: Values;
}

export function NewRecord(props: Props) {
  // A draft is known to the browser only.
  const isHydrated = useIsHydrated();
  return (
    <CreationProvider>
      {isHydrated ? <NewForm {...props} /> : <Skeleton lines={8} label="Loading the form…" />}
    </CreationProvider>
  );
}

function NewForm({ path, given }: Props) {
  const shape = shapes[path];
  const [held] = useState({ record: given, etag: null });
  const draft = useDraftForm(shape, null, held);
  const { write, isBusy } = useWrite();
  const client = useQueryClient();
  const router = useRouter();
  const { offer } = useUndo();

  async function save(data: Record<string, unknown>) {
    await write(async () => {
      try {
        const { body, etag } = await sendApi("POST", `/${path}`, data);
        const record = body as FlatRecord;
        const address = `/${path}/${encodeURIComponent(record.id)}`;
        draft.adopt(held);
        client.setQueryData(apiKey(address), { body: record, etag });
        void client.invalidateQueries({ queryKey: [path], refetchType: "none" });
        offer(`The ${nouns[path].singular} is created.`, { path, id: record.id, after: record });
        router.replace(`/dashboard${address}`);
      } catch (error) {
        if (error instanceof ApiError) showTrouble(draft.form, shape, error);
        else throw error;
      }
    });
  }

  return <SaveForm shape={shape} id={null} draft={draft} save={save} isBusy={isBusy} />;
}
