import { expect, test } from "vitest";
import { splitHosts } from "./split-hosts.ts";

test.each([
  ["postgres://db.example/site", ["postgres://db.example/site"]],
  [
    "postgres://site:a,b@one:5432,[::1]:5433,three/site?sslmode=verify-full&options=a,b",
    [
      "postgres://site:a,b@one:5432/site?sslmode=verify-full&options=a,b",
      "postgres://site:a,b@[::1]:5433/site?sslmode=verify-full&options=a,b",
      "postgres://site:a,b@three/site?sslmode=verify-full&options=a,b",
    ],
  ],
  ["postgres://a,b", ["postgres://a", "postgres://b"]],
  ["postgres:///site?host=/run/postgresql", ["postgres:///site?host=/run/postgresql"]],
  ["not an address", ["not an address"]],
])("%s", (address, expected) => {
  expect(splitHosts(address)).toEqual(expected);
});
