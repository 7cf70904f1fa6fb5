import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { formatName } from "../setup/skipped.ts";
import { getMissingProgramReason } from "./cluster.ts";

const reason = getMissingProgramReason();
const name = formatName(
  "a cluster loses no form and fails no page while its parts fail (npm run cluster -- --try)",
  reason,
);

test.skipIf(reason !== undefined)(
  name,
  async () => {
    const flags = ["--disable-warning=ExperimentalWarning", "tests/cluster/run.ts", "--try"];
    const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "pipe"] });
    // The program ends its own processes when it is killed.
    onTestFinished(() => void child.kill());
    const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    console.log(output);
    expect(output + errors).toContain("\n0 lost, 0 failed pages that were seen before\n");
    expect(code).toBe(0);
  },
  600_000,
);
