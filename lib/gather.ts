interface Manner {
  /** How many batches may be under way. */
  atOnce?: number;
  /**
   * How many turns of the event loop a batch waits for company: with one, what has been read already
   * travels along; with two, also what the answers that have just been written call forth.
   */
  turns?: number;
}

/** Where to ask is a way to go, and twice as much goes in one question as with a single turn. */
export const turnsBeforeAWay = 2;

interface Waiting<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Turns a function of many into a function of one: what is asked while answers are under
 * way goes out together when one is back. Answers come in the order of the questions.
 *
 * All of a batch are handed out at once, so that what is made of them is written to its
 * sockets in one go: a client that sleeps between two writes has to be woken for each,
 * which costs more than all the rest of a request.
 */
export function gather<Question, Answer>(
  answerAll: (questions: Question[]) => Promise<Answer[]>,
  { atOnce = 1, turns = 1 }: Manner = {},
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  let underWay = 0;
  let isGathering = false;

  async function send(): Promise<void> {
    underWay += 1;
    while (waiting.length > 0 && !isGathering) {
      isGathering = true;
      // Each ends after the poll phase, when all that was ready has been read from its sockets.
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      isGathering = false;
      const batch = waiting;
      waiting = [];
      await settle(batch, answerAll);
    }
    underWay -= 1;
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (underWay < atOnce && !isGathering) void send();
    });
}

async function settle<Question, Answer>(
  batch: Waiting<Question, Answer>[],
  answerAll: (questions: Question[]) => Promise<Answer[]>,
): Promise<void> {
  try {
    const answers = await answerAll(batch.map(({ question }) => question));
    for (const [index, { resolve, reject }] of batch.entries()) {
      if (index < answers.length) resolve(answers[index] as Answer);
      else reject(new Error("A gathered question was left without an answer."));
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
