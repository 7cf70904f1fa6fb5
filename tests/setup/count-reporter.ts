import { writeSync } from "node:fs";
import type { SerializedError } from "vitest";
import type { Reporter, TestModule } from "vitest/node";

/** Prints the reasons of skipped tests, the failed tests and the numbers of all tests at the end of the run. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++;
      // A file that can't be loaded has no tests, so it counts as one failure.
      if (module.errors().length > 0) count.failed++;
    }
    count.failed += unhandledErrors.length;
    const reasons = new Map<string, number>();
    const failures = unhandledErrors.map((error) => `failed outside of a test: ${error.message}`);
    for (const module of modules) {
      for (const error of module.errors()) failures.push(`failed: ${module.relativeModuleId}: ${error.message}`);
      for (const test of module.children.allTests("failed")) {
        const messages = test.result().errors?.map((error) => error.message.slice(0, 500));
        failures.push(`failed: ${module.relativeModuleId} > ${test.fullName}: ${messages?.join("; ")}`);
      }
      for (const test of module.children.allTests("skipped")) {
        const result = test.result();
        const reason = (result.state === "skipped" && result.note) || test.fullName;
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
    }
    const lines = [
      ...Array.from(reasons, ([reason, times]) => `skipped: ${reason} (${times})`),
      ...failures,
      `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`,
    ];
    // Runs after the summary of other reporters. A pipe would lose what is still to be written when the process exits.
    process.on("exit", () => writeSync(process.stdout.fd, lines.join("\n")));
  }
}
