import type { RequestError } from "@/lib/client/client.browser";
import { signedOutErrorType } from "./form-error";
import type { RecordShape } from "./record-shape";
import { showRecordIssues, type RecordForm } from "./use-record-form";

const kept = "Your draft is kept in this browser.";

/** Shows why a record was not saved, at its fields or beside the save button. */
export function showSaveError(form: RecordForm, shape: RecordShape, error: RequestError): void {
  const status = error.response?.status;
  const say = (message: string, type = "refused") => form.setError("root", { type, message });
  if (error.isSessionOver)
    say(`Not saved: your session has ended. Sign in, then save again. ${kept}`, signedOutErrorType);
  else if (status === 403) say(`Not saved: your account may no longer change the listings. ${kept}`);
  else if (status === 404)
    say(`Not saved: this record has been deleted. Undo the deletion in its history below, then save again. ${kept}`);
  else if (error.issues.length > 0) showRecordIssues(form, shape, error);
  else {
    const id = error.response?.requestId;
    say(`Not saved. ${error.message} ${kept}${id ? ` Request ID ${id}.` : ""}`);
  }
}
