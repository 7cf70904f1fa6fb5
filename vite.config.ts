import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { guardedReloadPlugin } from "./app/components/layout/guarded-reload-plugin.ts";
import { contentPlugin } from "./app/embedded-api/vite-plugin.ts";

export default defineConfig({
  plugins: [reactRouter(), contentPlugin(), guardedReloadPlugin()],
  // Known from the start: what is only found on the first page would make that page load twice.
  optimizeDeps: {
    include: ["i18next", "react-i18next", "react-hot-toast/headless", "motion/mini", "react-router/dom"],
  },
  build: {
    target: "es2020",
    cssTarget: ["chrome80", "safari14"],
    // One file of 10 KB, kept by browsers for every page, instead of up to five that the first paint waits for.
    cssCodeSplit: false,
    // Messages are loaded by address, and pictures are better cached than inlined.
    assetsInlineLimit: 0,
  },
  // Hundreds of small files that take longer to find at start than to run. What the server imports too (react-router,
  // pino, prom-client) must stay outside, or there would be two of each.
  ssr: { noExternal: ["kysely", "sanitize-html", "i18next", "react-i18next", "remix-i18next"] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A chunk a room: small files that every page needs together cost more in requests than they save.
            codeSplitting: {
              groups: [
                {
                  name: "framework",
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler|i18next|react-i18next)[\\/]|rolldown[\\/]runtime/,
                },
                {
                  name: "frame",
                  test: /app[\\/](components[\\/](layout|ui)|styles|i18n|contract)[\\/]|app[\\/]root|page-meta/,
                },
                // What several screens show; what only one shows stays with it.
                {
                  name: "catalogue",
                  test: /components[\\/](motion[\\/]|catalogue[\\/](card|dose|category|keyword|empty)|forms[\\/]add)/,
                },
                { name: "forms", test: /components[\\/]forms[\\/]/ },
              ],
            },
          },
        },
      },
    },
  },
});
