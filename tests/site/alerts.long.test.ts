import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { findServer } from "../setup/external-server.ts";
import { formatName } from "../setup/skipped.ts";

const reason = findServer("promtool") ? undefined : "there is no promtool";

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
