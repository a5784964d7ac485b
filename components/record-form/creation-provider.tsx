"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState, type ReactNode } from "react";
import { StillTrying } from "@/components/changes/still-trying";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useWrite } from "@/components/use-write";
import { ApiError, sendApi } from "@/lib/client/client";
import { CreationContext, type Create } from "./creation-context";
import { FormFields } from "./form-fields";
import { FormTrouble } from "./form-trouble";
import { nouns, type Path } from "@/lib/resources/nouns";
import { toValues, type FlatRecord, type Values } from "./record-shape";
import { useRecordShape } from "@/components/resource/shapes";
import { showIssues, useRecordForm, useValues } from "./use-record-form";

interface Wanted {
  path: Path;
  given: Values;
  use: (id: string) => void;
}

/** Lets whatever is within make records that are missing. One that is being made may want another: the last is asked for first. */
export function CreationProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<readonly Wanted[]>([]);
  const create = useCallback<Create>((path, given, use) => setWanted((all) => [...all, { path, given, use }]), []);
  const done = () => setWanted((all) => all.slice(0, -1));
  return (
    <CreationContext value={create}>
      {children}
      {wanted.map((one, index) => (
        <CreationDialog
          key={index}
          {...one}
          onDone={(id) => {
            done();
            if (id !== null) one.use(id);
          }}
        />
      ))}
    </CreationContext>
  );
}

function CreationDialog({ path, given, onDone }: Wanted & { onDone: (id: string | null) => void }) {
  const shape = useRecordShape(path);
  const form = useRecordForm(shape, toValues(shape, given));
  const values = { ...given, ...useValues(form) };
  const client = useQueryClient();
  const { write, isBusy, isSlow, stop } = useWrite();

  async function save(data: Record<string, unknown>) {
    await write(async (signal) => {
      try {
        const { body } = await sendApi("POST", `/${path}`, data, null, signal);
        await client.invalidateQueries({ queryKey: [path] });
        onDone((body as FlatRecord).id);
      } catch (error) {
        if (error instanceof ApiError) showIssues(form, shape, error);
        else throw error;
      }
    });
  }

  return (
    <Dialog title={`New ${nouns[path].singular}`}>
      <form
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          // React hands it on to the form that this dialog was opened from.
          event.stopPropagation();
          void form.handleSubmit(save)(event);
        }}
      >
        <FormFields shape={shape} form={form} values={values} />
        <FormTrouble form={form} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" aria-disabled={isBusy}>
            {isBusy ? "Creating…" : "Create"}
          </Button>
          <Button onClick={() => onDone(null)}>Cancel</Button>
          <StillTrying isSlow={isSlow} stop={stop} />
        </div>
      </form>
    </Dialog>
  );
}
