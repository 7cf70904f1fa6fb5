/** Messages that browsers load. The excluded files are for the server, the desk and commands. */
const messagesByPath = import.meta.glob<object>(["./*.json", "!**/{loader,owner,server}.json"], {
  eager: true,
  import: "default",
});

export default Object.fromEntries(
  Object.entries(messagesByPath).map(([path, messages]) => [path.slice("./".length, -".json".length), messages]),
);
