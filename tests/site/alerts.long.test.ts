import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { getMissingPromtoolReason } from "../setup/promtool.ts";
import { formatName } from "../setup/skipped.ts";

const reason = getMissingPromtoolReason();

test.skipIf(reason !== undefined)(
  formatName("every alert fires in its tests, and in no others (promtool)", reason),
  () => {
    const options = { cwd: "deploy/prometheus", encoding: "utf8" } as const;
    for (const args of [
      ["check", "rules", "alerts.yaml"],
      ["test", "rules", "alerts.test.yaml"],
    ]) {
      const { status, stdout, stderr } = spawnSync("promtool", args, options);
      expect(status, stdout + stderr).toBe(0);
    }
  },
);
