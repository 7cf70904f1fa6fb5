import { defineConfig, type Plugin } from "vite";
import texts from "./app/services/desk/editor/editor-texts.zh-CN.json" with { type: "json" };
import { paths } from "./app/services/runtime/paths.ts";

type Texts = { [name: string]: string | Texts };

const mergeTexts = (all: Texts, own: Texts): Texts => ({
  ...all,
  ...Object.fromEntries(
    Object.entries(own).map(([name, text]) => {
      const known = all[name];
      return [name, typeof text === "object" ? mergeTexts(typeof known === "object" ? known : {}, text) : text];
    }),
  ),
});

/** Gives things one Chinese name at the desk, and adds Sveltia's missing texts. */
const editorTexts: Plugin = {
  name: "editor-texts",
  enforce: "pre",
  transform: {
    filter: { id: /@sveltia\/cms\/locales\/zh-CN\.json$/ },
    handler: (code) => JSON.stringify(mergeTexts(JSON.parse(code) as Texts, texts)),
  },
};

/** Builds the desk's scripts apart: visitors' files don't depend on them. */
export default defineConfig({
  base: "/desk/editor/",
  publicDir: false,
  plugins: [editorTexts],
  build: {
    outDir: paths.editor,
    target: "es2022",
    chunkSizeWarningLimit: 5000,
    rolldownOptions: {
      input: ["app/services/desk/editor/editor.ts", "app/routes/desk/frame/keep-unsaved.ts"],
      output: { entryFileNames: "[name].js" },
    },
  },
});
