const pieceBytes = 1024;
/** Where it ends with an error, so that a test that reads it to the end fails soon. */
const maxBytes = 1024 * 1024;

export interface EndlessBody {
  stream: ReadableStream<Uint8Array>;
  /** The number of bytes read from it. */
  taken(): number;
  /** Resolves when its reader cancels it. */
  cancelled: Promise<void>;
}

/** A body far larger than any limit, one kibibyte per chunk. */
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
