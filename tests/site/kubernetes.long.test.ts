import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { readEnvironment } from "../../app/platform/environment.ts";

/** The package with the schemas has 30 MB and serves this test only, so it isn't a dependency. */
const schemas = "kubernetes-models@4.5.1";

type Resource = { apiVersion: string; kind: string; data?: Record<string, string>; spec?: unknown };
type Model = new (resource: Resource) => { validate(): void };

const resources = parseAllDocuments(readFileSync("deploy/kubernetes/site.yaml", "utf8")).map(
  (document) => document.toJS() as Resource,
);

test("every resource fits the schema of the Kubernetes API", ({ skip }) => {
  const folder = mkdtempSync(join(tmpdir(), "kubernetes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "package.json"), "{}");
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", schemas], { cwd: folder });
  if (status !== 0) skip("the schemas can't be installed");
  const require = createRequire(join(folder, "package.json"));
  const validate = (resource: Resource) => {
    const models = require(`kubernetes-models/${resource.apiVersion}/${resource.kind}`) as Record<string, Model>;
    new models[resource.kind]!(resource).validate();
  };
  expect(resources.map(({ kind }) => kind)).toContain("Deployment");
  for (const resource of resources) validate(resource);
  const deployment = resources.find(({ kind }) => kind === "Deployment")!;
  expect(() => validate({ ...deployment, spec: { ...(deployment.spec as object), replicas: "two" } })).toThrow();
});

test("the variables are those of the site", () => {
  const { data } = resources.find(({ kind }) => kind === "ConfigMap")!;
  const environment = readEnvironment({ ...data });
  expect(Object.keys(environment)).toEqual(expect.arrayContaining(Object.keys(data!)));
  expect(environment.PORT).toBe(3000);
  expect(readFileSync("deploy/kubernetes/site.yaml", "utf8")).toContain("containerPort: 3000");
});
