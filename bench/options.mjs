// Options of a kind of measurement. Each reads its text, or throws a sentence that says what it must be.

/** @returns an option that is a number from `least` to `most`. */
export function number(usual, least, most, about) {
  const read = (text) => {
    const value = Number(text);
    if (text.trim() === "" || !(value >= least && value <= most))
      throw new Error(`must be a number from ${least} to ${most}`);
    return value;
  };
  return { usual: String(usual), about, read };
}

/** @returns an option that is one of the choices. */
export function one(choices, about) {
  const read = (text) => {
    if (!choices.includes(text)) throw new Error(`must be one of ${choices.join(", ")}`);
    return text;
  };
  return { usual: choices[0], about, read };
}

/** @returns an option that is some of the choices, separated by commas; all unless it is given. */
export function some(choices, about) {
  const read = (text) => {
    const names = text.split(",");
    const unknown = names.filter((name) => !choices.includes(name));
    if (unknown.length > 0) throw new Error(`must be some of ${choices.join(",")}`);
    return choices.filter((name) => names.includes(name));
  };
  return { usual: choices.join(","), about, read };
}
