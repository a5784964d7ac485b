"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { useWrite } from "@/components/use-write";
import { ApiError, sendApi } from "@/lib/client/client";
import { apiKey } from "@/lib/client/hooks";
import { CreationProvider } from "./creation-provider";
import { entryName, neededForNames } from "@/components/resource/record-name";
import type { Path } from "@/lib/resources/nouns";
import type { FlatRecord, Values } from "./record-shape";
import { SaveForm } from "./save-form";
import { showTrouble } from "./save-trouble";
import { useRecordShape } from "@/components/resource/shapes";
import { useDirectory } from "@/components/resource/use-directory";
import { useDraftForm } from "./use-draft-form";
import { useUndo } from "@/components/undo/use-undo";

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
  const shape = useRecordShape(path);
  const [held] = useState({ record: given, etag: null });
  const draft = useDraftForm(shape, null, held);
  const writing = useWrite();
  const { directory } = useDirectory(shape.members.includes("name") ? [] : neededForNames);
  const client = useQueryClient();
  const router = useRouter();
  const { offer } = useUndo();

  async function save(data: Record<string, unknown>) {
    await writing.write(async (signal) => {
      try {
        const { body, etag } = await sendApi("POST", `/${path}`, data, null, signal);
        const record = body as FlatRecord;
        const address = `/${path}/${encodeURIComponent(record.id)}`;
        draft.adopt(held);
        client.setQueryData(apiKey(address), { body: record, etag });
        void client.invalidateQueries({ queryKey: [path], refetchType: "none" });
        const name = entryName({ resource: path, record_id: record.id, before: null, after: record }, directory);
        offer(`Created ${name}.`, { path, id: record.id, after: record });
        router.replace(`/dashboard${address}`);
      } catch (error) {
        if (error instanceof ApiError) showTrouble(draft.form, shape, error);
        else throw error;
      }
    });
  }

  return <SaveForm shape={shape} id={null} draft={draft} save={save} writing={writing} />;
}
