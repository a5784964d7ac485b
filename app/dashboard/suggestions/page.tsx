import type { Metadata } from "next";
import { requirePagePermission } from "@/app/session";
import { wholePage } from "@/app/whole-page";
import { SuggestionList } from "@/components/records/suggestions/suggestion-list";

export const metadata: Metadata = { title: "Suggestions" };

export default wholePage(async function SuggestionsPage() {
  await requirePagePermission("/dashboard/suggestions", "answerSuggestions");
  return (
    <>
      <h1 className="work-title">Suggestions</h1>
      <p className="mt-1 mb-6 text-muted">
        Corrections that readers suggest. “Review” opens the record’s form with the value filled in; saving it accepts
        the suggestion, and all others that propose the same.
      </p>
      <SuggestionList />
    </>
  );
});
