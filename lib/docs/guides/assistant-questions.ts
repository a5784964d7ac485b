import "server-only";
import answers from "./assistant-answers.json" with { type: "json" };

/** The questions of the guide for assistants, and the calls that answer them. */
export const questions = [
  {
    question: "Who played Elphaba on 14 March 2025, and who covered?",
    tool: "who_was_in",
    sent: { role: "Elphaba", date: "2025-03-14" },
  },
  {
    question: "In which theatres has Les Misérables played?",
    tool: "show_history",
    sent: { show: "Les Misérables" },
  },
  {
    question: "What was Michael Ball in?",
    tool: "person_credits",
    sent: { person: "Michael Ball" },
  },
] as const;

/** Markdown. The answers are those to the dataset that the service begins with. */
export function answersAsMarkdown(): string {
  const rows = questions.map(
    ({ question, tool, sent }) => `| ${question} | \`${tool}\` \`${JSON.stringify(sent)}\` | ${answers[question]} |`,
  );
  return ["| Question | Call | Answer |", "| --- | --- | --- |", ...rows].join("\n");
}
