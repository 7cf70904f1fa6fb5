import { basename, dirname, resolve } from "node:path";
import { defineConfig } from "vite";
import { paths } from "../app/platform/paths.ts";

/**
 * The server, the built site and the packages that both always need in one file: a process that reads hundreds of files takes twice as long to
 * start, and 25 MB more. Run by `build.ts` after the framework's build.
 */
export default defineConfig({
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  resolve: { alias: { "virtual:react-router/server-build": resolve(paths.serverBuild) } },
  // Has compiled parts, which can't be bundled; it is loaded with the first picture.
  ssr: { noExternal: true, external: ["sharp"] },
  build: {
    ssr: resolve("server", "serve.ts"),
    outDir: dirname(paths.bundle),
    target: "node22",
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: basename(paths.bundle) } },
  },
});
