import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { paths } from "../app/services/runtime/paths.ts";

/** Imports the built server. The site is part of it. */
export function loadServer(): Promise<typeof import("./serve.ts")> {
  return import(pathToFileURL(resolve(paths.serverBuild)).href) as Promise<typeof import("./serve.ts")>;
}
