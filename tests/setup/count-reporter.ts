import type { Reporter, TestModule } from "vitest/node";

/** Ends the run with one plain line that counts its tests. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++;
      // A file that could not even be loaded has no tests to fail.
      if (module.errors().length > 0) count.failed++;
    }
    count.failed += unhandledErrors.length;
    // After every other reporter's summary.
    process.on("exit", () => console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`));
  }
}
