import "server-only";
import { once } from "node:events";
import { Worker, type MessagePort } from "node:worker_threads";
import type { ImageResponse as ImageResponseOfNext } from "next/og";
import { ConcurrencyLimit } from "../../core/concurrency-limit.ts";
import { AppError } from "../../core/errors.ts";
import { withTimeout } from "../../core/promises.ts";

export const pictureSize = { width: 1200, height: 630 };

export interface Picture {
  name: string;
  lines: readonly string[];
}

const bounds = {
  inFlight: 1,
  inFlightPerCaller: 1,
  waiting: 32,
  message: "Too many pictures are asked for at once. Try again in a moment.",
};
const unusedMilliseconds = 60_000;
const drawingMilliseconds = 5_000;

/**
 * Draws the pictures of pages in a thread of its own, one at a time, because drawing one takes as long as a thousand
 * reads. The thread starts with the first picture, and ends when none has been asked for in a minute, or when one takes
 * too long.
 */
export class PictureThread {
  readonly #limit = new ConcurrencyLimit(bounds);
  #worker: Worker | null = null;
  #end: NodeJS.Timeout | undefined;

  /** @returns a PNG. @throws AppError 503 when too many wait, or drawing takes longer than `milliseconds`. */
  draw(picture: Picture, milliseconds = drawingMilliseconds): Promise<Uint8Array<ArrayBuffer>> {
    return this.#limit.run(
      "pictures",
      () => false,
      async () => {
        clearTimeout(this.#end);
        this.#worker ??= this.#start();
        const worker = this.#worker;
        worker.postMessage({ ...picture, size: pictureSize });
        // Rejects when the thread fails, which is then replaced already.
        const drawn = once(worker, "message");
        const [png] = (await withTimeout(milliseconds, drawn).catch((cause: unknown) => {
          if (this.#worker !== worker) throw cause;
          this.#worker = null;
          void worker.terminate();
          throw new AppError("unavailable", tooSlow, { cause });
        })) as [Uint8Array<ArrayBuffer>];
        this.#end = setTimeout(() => void worker.terminate(), unusedMilliseconds).unref();
        return png;
      },
    );
  }

  #start(): Worker {
    const worker = new Worker(`(${answerPictures.toString()})(require)`, { eval: true, execArgv: [], env: {} });
    worker.on("error", () => {
      if (this.#worker === worker) this.#worker = null;
    });
    worker.on("exit", () => worker.emit("error", new Error("The thread that draws pictures ended.")));
    worker.unref();
    return worker;
  }
}

const tooSlow = {
  message: "The picture can't be drawn at the moment. Try again in a moment.",
  headers: { "Retry-After": "2" },
};

/**
 * What the thread does. It is sent as its own text, because the server's and the pages' bundle have no file for it, so it
 * uses nothing from outside of itself. A picture that can't be drawn ends the thread.
 */
export function answerPictures(load: NodeJS.Require): void {
  const { parentPort: port } = load("node:worker_threads") as { parentPort: MessagePort };
  const { ImageResponse } = load("next/og") as { ImageResponse: typeof ImageResponseOfNext };
  const box = (style: object, children: unknown): object => ({
    type: "div",
    props: { style: { display: "flex", flexDirection: "column", ...style }, children },
  });
  // For characters that its font lacks next/og would fetch another one from another host, without a limit of time.
  const { fetch } = globalThis;
  globalThis.fetch = (target) =>
    typeof target === "string" && target.startsWith("data:")
      ? fetch(target)
      : Promise.reject(new Error("Pictures ask nothing of the network."));
  const lacking = /[^\u0020-\u007e\u00a0-\u017f‘’“”–—…·]|[\u00adĔĕĬĭĸĿŀŉŎŏſ]/gu;
  const drawable = (text: string) =>
    text.normalize("NFC").replaceAll(lacking, (letter) => letter.normalize("NFKD").replaceAll(lacking, ""));

  port.on("message", ({ name, lines, size }: Picture & { size: typeof pictureSize }) => {
    const title = drawable(name).slice(0, 90);
    const fontSize = title.length > 34 ? 64 : 96;
    const head = [
      box({ fontSize, lineHeight: 1.1 }, title),
      ...lines.map((line) => box({ fontSize: 40, color: "#655c54", marginTop: 20 }, drawable(line).slice(0, 140))),
    ];
    const page = box(
      {
        width: "100%",
        height: "100%",
        justifyContent: "space-between",
        background: "#fbf8f3",
        color: "#1d1a18",
        padding: 72,
        borderTop: "24px solid #8e1b2f",
      },
      [box({}, head), box({ fontSize: 32, color: "#8e1b2f" }, "Theatre Listings")],
    );
    const image = new ImageResponse(page as React.ReactElement, size);
    void image.arrayBuffer().then((png) => port.postMessage(new Uint8Array(png), [png]));
  });
}
