import { defineConfig } from "vite";
import { paths } from "./app/services/runtime/paths.ts";

/** Build of the desk's editor, apart from the site, so that visitors' files don't depend on it. */
export default defineConfig({
  base: "/desk/editor/",
  publicDir: false,
  build: {
    outDir: paths.editor,
    target: "es2022",
    chunkSizeWarningLimit: 5000,
    rolldownOptions: { input: "app/services/desk/editor.ts", output: { entryFileNames: "editor.js" } },
  },
});
