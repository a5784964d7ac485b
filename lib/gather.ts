/**
 * Turns a function of many into a function of one: what is asked while an answer is under
 * way goes out together when it is back. Answers come in the order of the questions.
 */
export function gather<Question, Answer>(
  answerAll: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  interface Waiting {
    question: Question;
    resolve: (answer: Answer) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let isUnderWay = false;

  async function send(): Promise<void> {
    isUnderWay = true;
    while (waiting.length > 0) {
      // After the poll phase: whatever this turn of the event loop has read from its sockets travels along.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = waiting;
      waiting = [];
      try {
        const answers = await answerAll(batch.map(({ question }) => question));
        for (const [index, { resolve, reject }] of batch.entries()) {
          if (index < answers.length) resolve(answers[index] as Answer);
          else reject(new Error("A gathered question was left without an answer."));
          // One goes all its way, to the socket, before the next begins: the first caller has its answer while the
          // last one's is still made, instead of all of them at the end.
          await new Promise(process.nextTick);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isUnderWay = false;
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (!isUnderWay) void send();
    });
}
