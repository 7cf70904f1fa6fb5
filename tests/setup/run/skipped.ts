import { describe, test } from "vitest";

/** Defines a test that is skipped if there is a reason. Its name then contains the reason. */
export const testUnless = (reason: string | undefined) => (name: string, run: () => unknown) =>
  test.skipIf(reason !== undefined)(formatName(name, reason), run);

/** Defines a group of tests that is skipped if there is a reason. Its name then contains the reason. */
export const describeUnless = (reason: string | undefined) => (name: string, define: () => void) =>
  describe.skipIf(reason !== undefined)(formatName(name, reason), define);

const formatName = (name: string, reason: string | undefined) => (reason ? `${name} (skipped: ${reason})` : name);
