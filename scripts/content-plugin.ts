import { mkdirSync, renameSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import type { Plugin } from "vite";
import { photosPath } from "#app/services/api/contract/pictures.ts";
import { compileContentFolder } from "#app/services/content/compile/compile.ts";
import { drawPdfs } from "#app/services/content/pdfs/draw-pdfs.ts";
import { writePhotos } from "#app/services/content/photos/process-photos.ts";
import { filesName, indexName } from "#app/services/content/releases/release.ts";
import { maxCompileMs } from "#app/services/runtime/child-process.ts";
import { getContentFolder } from "#app/services/runtime/environment.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { waitForLock } from "#app/services/runtime/process-lock.ts";

/**
 * Compiles the content at the start and after every change, and reloads the page. A change of messages reloads it, too.
 * If `API_BASE_URL` is set, the content isn't read.
 */
export function contentPlugin(compileFolder = compile): Plugin {
  const hasBackend = Boolean(process.env["API_BASE_URL"]);
  const content = getContentFolder(process.env);
  const root = resolve(content) + sep;
  let waiting: Promise<void> | undefined;

  /** Compiles later if a compilation is running. Until then, all edits wait for the same one. */
  const compileNext = () => (waiting ??= compileInTurn());

  async function compileInTurn(): Promise<void> {
    mkdirSync(paths.developmentContent, { recursive: true });
    // Compilations write the same files. A server that Vite restarts has a new plugin, so they share a file's lock.
    const lock = join(paths.developmentContent, "lock");
    using _lock = await waitForLock(lock, { work: "npm run dev", maxWaitMs: maxCompileMs });
    waiting = undefined;
    await compileFolder(content);
  }

  return {
    name: "content",
    apply: "serve",
    async configureServer(server) {
      if (!hasBackend) {
        await compileNext();
        server.watcher.add(content);
      }
      const onChange = async (file: string) => {
        const isContent = !hasBackend && resolve(file).startsWith(root);
        const isMessages = file.includes(`${sep}messages${sep}`);
        if (!isContent && !isMessages) return;
        if (isContent) await compileNext();
        server.environments["ssr"]?.moduleGraph.invalidateAll();
        server.environments["client"]?.hot.send({ type: "full-reload" });
      };
      server.watcher.on("change", onChange).on("add", onChange).on("unlink", onChange);
    },
  };
}

async function compile(content: string): Promise<void> {
  try {
    const index = join(paths.developmentContent, indexName);
    // Compiles into a new file, which then replaces the old index, because the site has the old one open.
    const files = join(paths.developmentContent, filesName);
    const { text, photos } = await compileContentFolder(content, `${index}.new`, (pdfs) => drawPdfs(pdfs, files));
    if (text) console.error(text);
    if (!photos) return;
    renameSync(`${index}.new`, index);
    await writePhotos(photos, join(files, photosPath));
  } catch (error) {
    // An unexpected error must not stop the development server.
    console.error(error);
  }
}
