import type { ApiError } from "@/lib/api/client";
import type { RecordShape } from "./record-shape";
import { showIssues, type RecordForm } from "./use-record-form";

const kept = "What you typed is kept in this browser.";

/** Says why something was not saved, where that belongs, and that nothing is lost. */
export function showTrouble(form: RecordForm, shape: RecordShape, error: ApiError): void {
  const status = error.answer?.status;
  if (status === 401)
    form.setError("root", { message: `You are no longer signed in. Sign in again, and save then. ${kept}` });
  else if (status === 403)
    form.setError("root", { message: `Your account may no longer change the listings. ${kept}` });
  else if (status === 404)
    form.setError("root", {
      message: `Somebody has deleted this record. Undo that in its history below, and save then. ${kept}`,
    });
  else if (error.issues.length > 0) showIssues(form, shape, error);
  else {
    const id = error.answer?.requestId;
    form.setError("root", { message: `${error.message} ${kept}${id ? ` Request id ${id}.` : ""}` });
  }
}
