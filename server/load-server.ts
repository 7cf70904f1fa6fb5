import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { paths } from "../app/platform/paths.ts";

/** The server of the present build, with the site in it. */
export function loadServer(): Promise<typeof import("./serve.ts")> {
  return import(pathToFileURL(resolve(paths.serverBuild)).href) as Promise<typeof import("./serve.ts")>;
}
