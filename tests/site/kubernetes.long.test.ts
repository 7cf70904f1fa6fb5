import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { readEnvironment } from "../../app/services/runtime/environment.ts";
import { formatName } from "../setup/skipped.ts";

/** Folder with a separate lock file, because the schemas have 30 MB. */
const schemas = resolve("tests", "kubernetes");
const reason = existsSync(join(schemas, "node_modules"))
  ? undefined
  : "`npm ci --prefix tests/kubernetes` would install them";
const require = createRequire(join(schemas, "package.json"));

type Resource = { apiVersion: string; kind: string; data?: Record<string, string>; spec?: unknown };
type Model = new (resource: Resource) => { validate(): void };

const resources = parseAllDocuments(readFileSync("deploy/kubernetes/site.yaml", "utf8")).map(
  (document) => document.toJS() as Resource,
);

test.skipIf(reason !== undefined)(formatName("every resource fits the schema of the Kubernetes API", reason), () => {
  const validate = (resource: Resource) => {
    const models = require(`kubernetes-models/${resource.apiVersion}/${resource.kind}`) as Record<string, Model>;
    new models[resource.kind]!(resource).validate();
  };
  expect(resources.map(({ kind }) => kind)).toContain("Deployment");
  for (const resource of resources) validate(resource);
  const deployment = resources.find(({ kind }) => kind === "Deployment")!;
  expect(() => validate({ ...deployment, spec: { ...(deployment.spec as object), replicas: "two" } })).toThrow();
});

test("every variable is one that the site reads", () => {
  const { data } = resources.find(({ kind }) => kind === "ConfigMap")!;
  const environment = readEnvironment({ ...data });
  expect(Object.keys(environment)).toEqual(expect.arrayContaining(Object.keys(data!)));
  expect(environment.PORT).toBe(3000);
  expect(readFileSync("deploy/kubernetes/site.yaml", "utf8")).toContain("containerPort: 3000");
});
