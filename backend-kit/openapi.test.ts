import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { endpoints, getEndpoint, type EndpointKey } from "#app/services/api/contract/calls/endpoints.ts";
import { createDocumentedSchema } from "#app/services/api/contract/documented.ts";
import { examples } from "./examples.ts";
import { createOpenApi } from "./openapi.ts";

const keys = Object.keys(endpoints) as EndpointKey[];
type Operation = {
  "x-key": string;
  parameters: { $ref?: string; name?: string }[];
  responses: Record<string, unknown>;
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

const documentText = readFileSync("backend-kit/openapi.json", "utf8");
const document = JSON.parse(documentText) as Document;

test("backend-kit/openapi.json equals the output of `npm run openapi`", () => {
  expect(documentText === `${JSON.stringify(createOpenApi(), null, 2)}\n`, "run `npm run openapi`").toBe(true);
});

test("a public validator accepts the document as OpenAPI 3.1 with all references resolved", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(documentText));
  expect([valid, errors]).toEqual([true, undefined]);
  expect(validator.version).toBe("3.1");
  expect(validator.resolveRefs()).toBeTruthy();
});

test.each(keys)("the document describes the method, path, parameters and failures of %s", (key) => {
  const { method, path, input } = getEndpoint(key);
  const operation = document.paths[path]![method.toLowerCase()]!;
  expect(operation["x-key"]).toBe(key);
  const sharedParameters = operation.parameters.flatMap(({ $ref }) => $ref?.split("/").at(-1) ?? []);
  expect(sharedParameters).toEqual(["Language", "RequestId", method === "POST" ? "IdempotencyKey" : "Preview"]);
  const fields = Object.keys((input as unknown as { shape: object }).shape);
  const parameterNames = operation.parameters.flatMap(({ name }) => name ?? []);
  expect(parameterNames).toEqual(method === "GET" ? fields : []);
  expect(Object.keys(operation.responses)).toContain("401");
  expect(Object.keys(operation.responses).includes("404")).toBe(
    /info|prevnext|(?<!ad|cat|setting|page|batch)\.list/.test(key),
  );
});

describe.each(keys)("the example of %s", (key) => {
  const { input, data } = getEndpoint(key);

  test("matches the document, and the site parses all of its fields", () => {
    expect(createDocumentedSchema(input, "strict").safeParse(examples[key].input).error?.issues).toBeUndefined();
    expect(createDocumentedSchema(data, "strict").safeParse(examples[key].data).error?.issues).toBeUndefined();
    expect(input.safeParse(examples[key].input).success).toBe(true);
    expect(Object.keys(data.parse(examples[key].data) as object)).toEqual(
      expect.arrayContaining(Object.keys(examples[key].data)),
    );
  });
});
