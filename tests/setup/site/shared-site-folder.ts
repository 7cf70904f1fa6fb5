import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { readEnvironment } from "#app/services/runtime/environment.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { build, isCurrent } from "#server/build.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { publishIn } from "#tests/setup/programs/run-script.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder in which the sites of the run are started. */
    siteFolder: string;
  }
}

const linkedNames = ["app", "server", "scripts", "node_modules"];
const copiedNames = [
  "package.json",
  "package-lock.json",
  "vite.config.ts",
  "vite.editor.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
];

/** Creates the folder in which every site of the run is started, with the built code and the tests' content. */
export default async function setup({ vitest }: TestProject): Promise<(() => void) | undefined> {
  if (vitest.getRootProject().getProvidedContext().siteFolder !== undefined) return undefined;
  if (!isCurrent()) await build();
  const folder = mkdtempSync(join(tmpdir(), "site-of-tests-"));
  for (const name of linkedNames) symlinkSync(resolve(name), join(folder, name), "junction");
  for (const name of copiedNames) cpSync(name, join(folder, name));
  for (const name of [paths.public, paths.build]) {
    cpSync(name, join(folder, name), { recursive: true, preserveTimestamps: true });
  }
  cpSync(testContent, join(folder, "content"), { recursive: true });
  publishIn(folder, { DATA_DIR: readEnvironment({}).DATA_DIR });
  vitest.provide("siteFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
