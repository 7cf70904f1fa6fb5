import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { guardedReloadPlugin } from "./app/components/layout/guarded-reload-plugin.ts";
import { contentPlugin } from "./app/embedded-api/vite-plugin.ts";
import { lightFramework } from "./app/platform/light-framework.ts";

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), contentPlugin(), guardedReloadPlugin(), lightFramework()],
  // Known from the start: what is only found on the first page would make that page load twice.
  optimizeDeps: {
    include: [
      "i18next",
      "i18next-resources-to-backend",
      "react-i18next",
      "react-hot-toast/headless",
      "motion/mini",
      "react-router/dom",
    ],
  },
  // Names that say the role, and no more: they are in each page, its styles and its scripts.
  css: { modules: { generateScopedName: (name, file) => `${path.basename(file, ".module.css")}-${name}` } },
  build: {
    target: "es2020",
    cssTarget: ["chrome80", "safari14"],
    terserOptions: { ecma: 2020, module: true, compress: { passes: 2, pure_getters: true } },
    // One file of 10 KB, kept by browsers for every page, instead of up to five that the first paint waits for.
    cssCodeSplit: false,
    // Dynamic imports are of single files, without styles of their own: nothing to preload with them.
    modulePreload: false,
    // Messages are loaded by address, and pictures are better cached than inlined.
    assetsInlineLimit: 0,
  },
  // Hundreds of small files that take longer to find at start than to run.
  // While developing they are taken as they are: some are CommonJS, which Vite's own module runner doesn't know.
  ssr: {
    noExternal: command === "build" ? ["kysely", "sanitize-html", "i18next", "react-i18next", "remix-i18next"] : [],
  },
  environments: {
    // One build: the server is its entry, and brings the site with it.
    ssr: { build: { rolldownOptions: { input: "server/serve.ts" } } },
    client: {
      build: {
        // A hundredth smaller than by Vite's own: a kilobyte of a first visit.
        minify: "terser",
        rolldownOptions: {
          output: {
            // An entry's file may hold what others share: its exports must keep their names for that.
            minifyInternalExports: false,
            // A chunk a room: small files that every page needs together cost more in requests than they save.
            codeSplitting: {
              groups: [
                {
                  // With the shell, which is on every page and has no code for browsers: else it would be an empty file.
                  name: "framework",
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler|react-i18next)[\\/]|react-as-modules|routes[\\/]shell/,
                },
                {
                  name: "frame",
                  test: /app[\\/](components[\\/](layout|ui)|styles|i18n|contract)[\\/](?!toast-list|hero|figures|quotation-steps)|app[\\/]root|page-meta|linked-data|info-sections\.module/,
                },
                // What several screens show, with the layout of the front page, which has no code to speak of; what only one shows stays
                // with it.
                {
                  name: "catalogue",
                  test: /components[\\/](motion[\\/]|layout[\\/]figures|catalogue[\\/](card|dose|category|keyword|empty|rich)|forms[\\/]add)|routes[\\/]layouts/,
                },
                // What the forms have in common; each form comes with its own screen.
                { name: "forms", test: /components[\\/]forms[\\/](?!\w+-form\.tsx|code-button)/ },
              ],
            },
          },
        },
      },
    },
  },
}));
