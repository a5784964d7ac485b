/** For a program that takes settings only, so that a flag is refused and not silently ignored. Exits with code 2. */
export function refuseArguments(command) {
  const given = process.argv.slice(2);
  if (given.length === 0) return;
  process.stderr.write(
    `${command} takes no arguments, and was given: ${given.join(" ")}\n` +
      "What it does is said by settings, such as PORT=4000 before the command; the README lists them.\n",
  );
  process.exit(2);
}
