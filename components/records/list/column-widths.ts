interface MeasuredColumn {
  /** In pixels. */
  width: number;
  isRigid?: boolean;
}

/** A wide average of letters in bold, so that few texts are cut that would fit. */
const pixelsPerCharacter = 7.8;
/** Twice the padding of a cell. */
const paddingPixels = 18;
const narrowest = 0.4;
const widest = 900;

/**
 * The widths of a table's columns. Each column gets its share of the room until it shows its longest text.
 *
 * @param longest the length of each column's longest text, in characters.
 * @param room in pixels.
 * @returns pixels, in the order of the columns; null when the columns don't fit.
 */
export function fitColumns(
  columns: readonly MeasuredColumn[],
  longest: readonly number[],
  room: number,
): readonly number[] | null {
  const least = columns.map(({ width, isRigid }) => (isRigid ? width : Math.round(width * narrowest)));
  let left = room - sum(least);
  if (left < 0) return null;
  const widths = [...least];
  const wishes = columns
    .map(({ isRigid }, index) => {
      const whole = Math.min(widest, textPixels(longest[index] ?? 0));
      return { index, wish: isRigid ? 0 : Math.max(0, whole - (least[index] ?? 0)) };
    })
    .toSorted((a, b) => a.wish - b.wish);
  for (const [done, { index, wish }] of wishes.entries()) {
    const granted = Math.floor(Math.min(wish, left / (wishes.length - done)));
    widths[index] = (widths[index] ?? 0) + granted;
    left -= granted;
  }
  return spread(columns, widths, left);
}

/** Whether a text is, or may be, too long for its column. */
export function isCut(text: string, width: number): boolean {
  return textPixels(text.length) > width;
}

/** Shares the width that no column needs, in proportion, so that the table is as wide as the window. */
function spread(columns: readonly MeasuredColumn[], widths: readonly number[], left: number): readonly number[] {
  const all = columns.every(({ isRigid }) => isRigid);
  const shares = widths.map((width, index) => (all || !columns[index]?.isRigid ? width : 0));
  const whole = sum(shares);
  return widths.map((width, index) => width + Math.floor((left * (shares[index] ?? 0)) / whole));
}

function textPixels(characters: number): number {
  return Math.ceil(characters * pixelsPerCharacter) + paddingPixels;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
