"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { useUndo } from "@/components/records/changes/use-changes";
import { Skeleton } from "@/components/ui/skeleton";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { addLabel, initialValues, newRecordAddress, RecordLabel } from "@/components/records/record-name";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { draftKey } from "./drafts";
import type { FormValues } from "@/lib/records/view.browser";
import { showSaveError, useCreateRecord } from "./record-form";
import { useRecordShape, useShapes } from "@/components/records/shapes";
import { SaveForm, useDraftForm } from "./draft-form";

interface Props {
  path: ResourcePath;
  initial: FormValues;
}

export function NewRecord(props: Props) {
  // Drafts exist only in the browser.
  const isHydrated = useIsHydrated();
  return isHydrated ? <NewForm {...props} /> : <Skeleton shape="fields" lines={6} label="Loading form…" />;
}

function NewForm({ path, initial }: Props) {
  const shape = useRecordShape(path);
  const [held] = useState({ record: initial, etag: null });
  const key = draftKey(useCurrentStaff().id, path, null, initial);
  const draft = useDraftForm(shape, key, held);
  const creating = useCreateRecord(path);
  const shapes = useShapes();
  const router = useRouter();
  const { offer } = useUndo();

  async function save(data: Record<string, unknown>) {
    const created = await creating.create(data, (error) => showSaveError(draft.form, shape, error));
    if (!created) return;
    const record = created.body;
    draft.adopt(held);
    const address = `/dashboard/${path}/${encodeURIComponent(record.id)}`;
    const { nextStep } = resourceViews[path];
    const next = shapes[path].referrers.find(({ title, shared }) => title !== null && shared !== null);
    offer(
      <>
        Created <RecordLabel path={path} record={record} />.
      </>,
      created.activityId,
      {
        about: `${path}/${record.id}`,
        ...(nextStep
          ? { link: { label: nextStep.label, href: `${address}?${nextStep.parameter}` } }
          : next && {
              link: { label: addLabel(next.path), href: newRecordAddress(next.path, initialValues(next, record)) },
            }),
      },
    );
    router.replace(address);
  }

  return <SaveForm shape={shape} id={null} draft={draft} save={save} writing={creating} />;
}
