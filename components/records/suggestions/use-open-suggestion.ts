"use client";

import { useRouter } from "next/navigation";
import { today } from "@/components/ui/calendar";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { emptyCitation } from "@/components/records/details/typed-citation";
import { draftKey, readDraft, storeDraft, type FormDraft } from "@/components/records/form/drafts";
import {
  detailsShape,
  documentPath,
  recordShape,
  toValues,
  type FormRecord,
  type RecordShape,
} from "@/components/records/form/record-shape";
import { useShapes } from "@/components/records/shapes";
import { useToast } from "@/components/ui/toasts";
import { setParameter } from "@/components/ui/use-search-state";
import { getApi, messageOf } from "@/lib/client/client.browser";
import type { SuggestionRecord } from "@/lib/suggestions/schema.browser";
import { suggestionParameter, useAnswerSuggestion, useSuggestionOfPage } from "./use-suggestions";

/** Opens the form of a suggestion's record with the proposed value, as an edit that is not saved yet. */
export function useOpenSuggestion() {
  const account = useCurrentStaff().id;
  const shapes = useShapes();
  const router = useRouter();
  const say = useToast();
  return async ({ id, resource, record_id, field, proposed }: SuggestionRecord): Promise<void> => {
    const shape = [recordShape(resource, shapes[resource]), detailsShape(resource, shapes[resource])].find((one) =>
      hasField(one, field),
    );
    if (shape && field !== null && proposed !== null) {
      const answer = await getApi(documentPath(shape, record_id)).catch(() => null);
      if (answer?.status !== 200) {
        say({ text: answer ? messageOf(answer) : "The service could not be reached." });
        return;
      }
      const key = draftKey(account, shape.part ? `${resource}/${shape.part}` : resource, record_id);
      const base = { record: answer.body as FormRecord, etag: answer.etag };
      // Keeps other edits that are not saved.
      const before = readDraft(key, shape) ?? { values: toValues(shape, base.record), base };
      const values = { ...before.values, [field]: proposed };
      storeDraft<FormDraft>(key, { values, base: before.base, savedAt: new Date().toISOString() });
    }
    router.push(`/dashboard/${resource}/${encodeURIComponent(record_id)}?${suggestionParameter}=${id}`);
  };
}

function hasField({ fields }: RecordShape, field: string | null): boolean {
  return fields.some(({ name }) => name === field);
}

/** What a form of a record has to do with the suggestion of its page: cite its source, and accept it when it is saved. */
export function useSuggestionOfForm(shape: RecordShape, recordId: string) {
  const suggestion = useSuggestionOfPage(shape.path, recordId);
  const { mutate } = useAnswerSuggestion(suggestion?.id ?? "");
  const say = useToast();
  const isMeant =
    suggestion !== null && (hasField(shape, suggestion.field) || (suggestion.field === null && !shape.part));
  return {
    citation:
      isMeant && suggestion.source_url !== null ? { ...emptyCitation(today()), url: suggestion.source_url } : null,
    async accept(): Promise<void> {
      if (!isMeant) return;
      if (await mutate({ state: "accepted" })) say({ text: "The suggestion is accepted." });
      setParameter(suggestionParameter, null);
    },
  };
}
