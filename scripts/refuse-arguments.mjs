/** For a program without arguments: refuses them with exit code 2 instead of ignoring them. */
export function refuseArguments(command) {
  const given = process.argv.slice(2);
  if (given.length === 0) return;
  process.stderr.write(
    `${command} takes no arguments, and was given: ${given.join(" ")}\n` +
      "It is configured by environment variables, such as PORT=4000 before the command; see docs/configuration.md.\n",
  );
  process.exit(2);
}
