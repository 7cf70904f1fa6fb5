import { writeSync } from "node:fs";
import type { SerializedError } from "vitest";
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";

/**
 * Prints at the end of the run: why tests were skipped, which tests were retried or failed, and how many passed, failed
 * and were skipped.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const skippedTests = tests.filter((test) => test.result().state === "skipped");
    const failedTests = tests.filter((test) => test.result().state === "failed");
    const failures = [
      ...unhandledErrors.map((error) => `failed outside of a test: ${error.message}`),
      // A file that can't be loaded or a hook that fails has no failed test, so it counts as a failure itself.
      ...suites.flatMap((suite) => describeErrors("failed", suite, suite.errors())),
      ...failedTests.flatMap((test) => describeErrors("failed", test, test.result().errors)),
    ];
    // A test that passes when it is retried keeps the errors of its first run.
    const retries = tests
      .filter((test) => test.diagnostic()?.flaky)
      .flatMap((test) => describeErrors("retried", test, test.result().errors));
    const reasons = Map.groupBy(skippedTests, (test) => {
      const result = test.result();
      return (result.state === "skipped" && result.note) || test.fullName;
    });
    const passed = tests.filter((test) => test.result().state === "passed").length;
    const lines = [
      ...Array.from(reasons, ([reason, { length }]) => `skipped: ${reason} (${length})`),
      ...retries,
      ...failures,
      `${passed} passed, ${failures.length} failed, ${skippedTests.length} skipped\n`,
    ];
    // Runs after the summary of other reporters. Writes synchronously, because an exit loses a pipe's pending output.
    process.on("exit", () => writeSync(process.stdout.fd, lines.join("\n")));
  }
}

/** Returns one line that describes the errors; no line if there are none. */
function describeErrors(
  outcome: string,
  task: TestModule | TestSuite | TestCase,
  errors: readonly { message: string }[] = [],
): string[] {
  if (errors.length === 0) return [];
  const name = task.type === "module" ? task.relativeModuleId : `${task.module.relativeModuleId} > ${task.fullName}`;
  return [`${outcome}: ${name}: ${errors.map(({ message }) => message.slice(0, 500)).join("; ")}`];
}
