import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { contentPlugin } from "./scripts/content-plugin.ts";

/** Chunks for modules that only some screens share ([decision 18](docs/decisions/0018-chunks-by-screens.md)). */
const sharedBySome = {
  catalogue: /[\\/](?:catalogue|search[\\/](?:keyword-field|search-note)|composition-picture)/,
  item: /[\\/](?:routes[\\/]info|own-fields|labelled-fields|info-sections|item[\\/]share)/,
  herb: /[\\/]item[\\/](?:herb-page|page-sections|recall-list|batch-sections\.module)/,
  home: /[\\/](?:search[\\/]batch-example|layout[\\/]figures|home[\\/]link-line|home\.module)/,
  lookup: /[\\/](?:search[\\/](?:lookup-page|note-form)|item[\\/]certificate-link)/,
  quantity: /[\\/]amounts[\\/](?:quantity|chinese-numerals)/,
  forms: /[\\/](?:contract[\\/]form|forms[\\/](?!add-|listed-|draft))/,
  // The desk is in one file, so that the list of routes is short.
  desk: /[\\/]routes[\\/]desk[\\/]/,
};

/**
 * Whether a module is in the common file: dozens of small files would cost more in requests than they save. Visitors
 * load nothing of the desk.
 */
const isSharedByAll = (id: string) =>
  /[\\/]app[\\/](?!routes[\\/]desk)/.test(id) && !Object.values(sharedBySome).some((part) => part.test(id));

export default defineConfig(({ command }) => ({
  // A release has the files of `public`, a build doesn't.
  publicDir: command === "build" ? false : "public",
  server: { port: Number(process.env["PORT"] ?? 3000) },
  plugins: [reactRouter(), contentPlugin(), guardedReloadPlugin(), chunkCheckPlugin()],
  // Vite would discover these while the first page loads, and reload it.
  optimizeDeps: {
    include: ["i18next", "react-i18next", "react-hot-toast/headless", "motion", "motion/mini", "react-router/dom"],
  },
  // Messages are imported whole.
  json: { namedExports: false },
  // Class names, frequent in pages, styles and scripts, contain only their role.
  css: { modules: { generateScopedName: (name, file) => `${path.basename(file, ".module.css")}-${name}` } },
  build: {
    // The styles keep the prefixes that only Safari on phones needs.
    cssTarget: ["chrome80", "safari14", "ios14"],
    // One file of 10 KB that browsers cache for every page, instead of up to five that block the first paint.
    cssCodeSplit: false,
    // Only files without styles are imported dynamically: nothing to preload.
    modulePreload: false,
    // Pictures in separate files can be cached.
    assetsInlineLimit: 0,
  },
  // The server build bundles packages, because thousands of small files load slowly. Some are external: one is native,
  // and the others are loaded only if configured.
  ssr: command === "build" ? { noExternal: true, external: ["sharp", "pg", "nodemailer"] } : {},
  environments: {
    // The server is the only server build's entry and imports the site.
    ssr: {
      // Otherwise a fifth of the bundle would be development builds of packages.
      define: command === "build" ? { "process.env.NODE_ENV": JSON.stringify("production") } : {},
      build: { target: "node24", rolldownOptions: { input: "server/serve.ts" } },
    },
    client: {
      build: {
        target: "es2020",
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Packages of every page, which rarely change, are in one cached file.
              groups: [
                {
                  name: "vendor",
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next)[\\/]/,
                },
                { name: "shared", test: isSharedByAll, minShareCount: 2 },
                ...Object.entries(sharedBySome).map(([name, test]) => ({ name, test, minShareCount: 2 })),
              ],
            },
          },
        },
      },
    },
  },
}));

/** The framework's reload after a failed route import. It may repeat endlessly. */
const reloadCode = "window.location.reload();";

/** Replaces the framework's reload with an event for `new-build.ts`. */
function guardedReloadPlugin(): Plugin {
  return {
    name: "guarded-reload",
    apply: "build",
    transform(code, id) {
      if (!/[\\/]react-router[\\/].*[\\/]routeModules\.js$/.test(id)) return undefined;
      if (!code.includes(reloadCode))
        throw new Error(
          "react-router's routeModules.js no longer reloads the page as expected: adapt guardedReloadPlugin",
        );
      return { code: code.replace(reloadCode, 'window.dispatchEvent(new Event("chunkgone"));'), map: null };
    },
  };
}

/** Fails if a pattern of `sharedBySome` matches nothing, because a folder was renamed. */
function chunkCheckPlugin(): Plugin {
  return {
    name: "chunk-check",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_options, bundle) {
      const names = Object.values(bundle).map(({ name }) => name);
      const missing = Object.keys(sharedBySome).filter((name) => !names.includes(name));
      if (missing.length > 0) throw new Error(`no module is in the chunks ${missing.join(", ")}: adapt vite.config.ts`);
    },
  };
}
