import { expect, test } from "vitest";
import {
  AbortedError,
  BusyError,
  EnvelopeError,
  isBackendOutage,
  isBackendResponse,
  isBackendUnavailable,
  isOutage,
  TimeoutError,
  TransportError,
} from "./errors.ts";

const createEnvelopeError = (code: number) => new EnvelopeError("menu.tree", code, "failed");
const createTransportError = (status?: number) => new TransportError("menu.tree", "failed", { status });

test.each([
  ["code 499", createEnvelopeError(499), ["response"]],
  ["code 500", createEnvelopeError(500), ["outage", "backend outage", "response"]],
  ["code 502", createEnvelopeError(502), ["outage", "backend outage", "unavailable", "response"]],
  ["code 504", createEnvelopeError(504), ["outage", "backend outage", "unavailable", "response"]],
  ["code 599", createEnvelopeError(599), ["outage", "backend outage", "response"]],
  ["code 600", createEnvelopeError(600), ["response"]],
  ["no connection", createTransportError(), ["outage", "backend outage", "unavailable"]],
  ["status 500 without an envelope", createTransportError(500), ["outage", "backend outage", "response"]],
  [
    "status 503 without an envelope",
    createTransportError(503),
    ["outage", "backend outage", "unavailable", "response"],
  ],
  ["a timeout", new TimeoutError("menu.tree", "late"), ["outage", "backend outage", "unavailable"]],
  ["too many calls", new BusyError("menu.tree", "busy"), ["outage"]],
  ["a caller who left", new AbortedError("menu.tree", "left"), []],
  ["an error of the site", new Error("storage"), []],
])("%s counts as %j", (_name, error, expected) => {
  const checks = {
    outage: isOutage,
    "backend outage": isBackendOutage,
    unavailable: isBackendUnavailable,
    response: isBackendResponse,
  };
  expect(Object.entries(checks).flatMap(([name, check]) => (check(error) ? [name] : []))).toEqual(expected);
});
