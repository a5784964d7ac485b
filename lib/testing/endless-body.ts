const pieceBytes = 1024;
/** Where it breaks off after all, so that a test in which it is read on and on fails soon. */
const maxBytes = 1024 * 1024;

export interface EndlessBody {
  stream: ReadableStream<Uint8Array>;
  /** How many bytes were taken from it. */
  taken(): number;
  /** Resolves when its reader says that no more is wanted. */
  cancelled: Promise<void>;
}

/** A body without an end that its reader would come to, a kibibyte at a time. */
export function endlessBody(): EndlessBody {
  let bytes = 0;
  let cancel = () => {};
  const cancelled = new Promise<void>((resolve) => (cancel = resolve));
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      bytes += pieceBytes;
      if (bytes > maxBytes) controller.error(new Error("It was read far beyond any limit."));
      else controller.enqueue(new Uint8Array(pieceBytes).fill(0x20));
    },
    cancel,
  });
  return { stream, taken: () => bytes, cancelled };
}
