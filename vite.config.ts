import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { guardedReloadPlugin } from "./app/components/layout/guarded-reload-plugin.ts";
import { contentPlugin } from "./app/embedded-api/vite-plugin.ts";

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), contentPlugin(), guardedReloadPlugin()],
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
    // One file of 10 KB, kept by browsers for every page, instead of up to five that the first paint waits for.
    cssCodeSplit: false,
    // Dynamic imports are of single files, without styles of their own: nothing to preload with them.
    modulePreload: false,
    // Pictures are better cached than inlined.
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
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What every page needs and no change of the site alters, in one file that browsers keep.
              groups: [
                {
                  name: "vendor",
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next)[\\/]/,
                },
                // What several screens have in common: small files by the dozen cost more in requests than they save.
                { name: "shared", test: /[\\/]app[\\/]/, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
  },
}));
