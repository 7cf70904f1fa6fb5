import { expect, test } from "vitest";
import { recordingLog } from "../../tests/setup/recording-log.ts";
import { createCodeSender } from "./send-code.ts";

const letter = { from: { address: "site@x.example" }, to: { address: "ada@b.example" }, subject: "s", text: "123456" };

function failing(responseCode: number | undefined, tries: number) {
  let left = tries;
  return async () => {
    if (left-- <= 0) return;
    const error = new Error("550 <ada@b.example> no such mailbox, 123456");
    throw Object.assign(error, { code: "EENVELOPE", responseCode, rejected: ["ada@b.example"] });
  };
}

test.each([
  [550, 9, 1],
  [450, 9, 3],
  [undefined, 1, 1],
])(
  "a server that says %s %i times: %i lines in the log, and nothing of the letter in them",
  async (code, tries, lines) => {
    const log = recordingLog();
    await createCodeSender(failing(code, tries), log, async () => {})(letter);
    expect(log.lines).toHaveLength(lines);
    expect(JSON.stringify(log.lines)).not.toMatch(/ada|example|123456/);
  },
);
