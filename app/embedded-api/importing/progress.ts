type Stream = { isTTY?: boolean; write(text: string): unknown };

const width = 30;

/** Shows how far something is: a bar that grows on a terminal, and anywhere else a line for each tenth. */
export function createProgress(stream: Stream, what: string) {
  let lastTenth = 0;
  return (done: number, total: number): void => {
    if (stream.isTTY) {
      const filled = Math.round((done / total) * width);
      const bar = "█".repeat(filled) + "░".repeat(width - filled);
      stream.write(`\r${bar} ${done}/${total} ${what}${done === total ? "\n" : ""}`);
      return;
    }
    const tenth = Math.floor((done * 10) / total);
    if (tenth === lastTenth) return;
    lastTenth = tenth;
    stream.write(`${done} of ${total} ${what}\n`);
  };
}
