import { expect, test } from "vitest";
import { getOrigin } from "./listening.ts";

test.each([
  ["::", "http://localhost:3001"],
  ["0.0.0.0", "http://localhost:3001"],
  ["127.0.0.1", "http://localhost:3001"],
  ["127.0.0.2", "http://127.0.0.2:3001"],
  ["10.0.0.5", "http://10.0.0.5:3001"],
  ["fd00::5", "http://[fd00::5]:3001"],
])("a server that listens on %s is reached at %s", (address, origin) => {
  expect(getOrigin({ address, port: 3001 })).toBe(origin);
});
