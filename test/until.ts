/** Polls `look` until `isRight`. @throws an error that names the condition, after `seconds`. */
export async function until<Value>(
  wanted: string,
  look: () => Value | Promise<Value>,
  isRight: (value: Value) => boolean = Boolean,
  seconds = 30,
): Promise<Value> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const value = await look();
    if (isRight(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`Not within ${seconds} s: ${wanted}. The last was ${JSON.stringify(value)}.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
