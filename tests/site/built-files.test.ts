import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { paths } from "#app/services/runtime/paths.ts";

const assets = join(paths.client, "assets");
const [currentBuild] = JSON.parse(readFileSync(paths.builds, "utf8")) as { assets: string[] }[];
const scripts = currentBuild!.assets.filter((name) => name.endsWith(".js"));

test("no client script contains code of the server", () => {
  for (const name of scripts) {
    const source = readFileSync(join(assets, name), "utf8");
    expect(source, name).not.toMatch(/ZodError|node:sqlite|PURGE_SECRET|DATABASE_URL|sanitizeHtml/);
  }
});

test("the server loads no development builds of packages", () => {
  const files = new Set([paths.serverBuild]);
  for (const file of files)
    for (const [, name] of readFileSync(file, "utf8").matchAll(/^(?:import|export) .*?"(\.[^"]+)";$/gm))
      files.add(join(dirname(file), name!));
  const source = [...files].map((file) => readFileSync(file, "utf8")).join("\n");
  // The bundler writes a comment with its path above each module.
  const modules = Array.from(source.matchAll(/^\s*\/\/ (\S+\.(?:[cm]?js|ts))$/gm), ([, path]) => path);
  expect(modules).toContain("server/serve.ts");
  expect(modules.filter((path) => /\.development\./.test(path!))).toEqual([]);
});

test("every text file of at least 200 bytes has compressed copies, all smaller than the file", () => {
  for (const name of currentBuild!.assets.filter((asset) => /\.(?:js|css|json|svg)$/.test(asset))) {
    const size = statSync(join(assets, name)).size;
    if (size < 200) continue;
    for (const encoding of ["br", "gz"]) {
      const file = join(assets, `${name}.${encoding}`);
      expect(existsSync(file), file).toBe(true);
      expect(statSync(file).size, file).toBeLessThan(size);
    }
  }
});

test("the build has no font files, and its style sheets load nothing from other sites", () => {
  expect(readdirSync(assets).filter((name) => /\.(?:woff2?|ttf|otf)$/.test(name))).toEqual([]);
  for (const name of currentBuild!.assets.filter((asset) => asset.endsWith(".css"))) {
    expect(readFileSync(join(assets, name), "utf8"), name).not.toMatch(/url\(["']?(?:https?:)?\/\//);
  }
});
