import { expect, test } from "vitest";
import { createRecordingLog } from "#tests/setup/recording-log.ts";
import { createRetryingMailer } from "./send-code.ts";

const message = { from: "site@x.example", to: "ada@b.example", subject: "s", text: "123456" };

function createFailingMailer(responseCode: number | undefined, failures: number) {
  let failuresLeft = failures;
  return async () => {
    if (failuresLeft-- <= 0) return;
    const error = new Error("550 <ada@b.example> no such mailbox, 123456");
    throw Object.assign(error, { code: "EENVELOPE", responseCode, rejected: ["ada@b.example"] });
  };
}

test.each([
  [550, 9, 1],
  [450, 9, 3],
  [undefined, 1, 1],
])(
  "a server that responds with %s %i times: %i log lines, none of which contains a part of the message",
  async (code, failures, lines) => {
    const log = createRecordingLog();
    await createRetryingMailer(createFailingMailer(code, failures), log, async () => {})(message);
    expect(log.lines).toHaveLength(lines);
    expect(JSON.stringify(log.lines)).not.toMatch(/ada|example|123456/);
  },
);
