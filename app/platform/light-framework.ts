import { createRequire } from "node:module";
import type { Plugin } from "vite";

/** Has a browser fetch less of React and its router, in fewer files; nothing works differently. */
export function lightFramework(): Plugin[] {
  return [reactAsModules(), withoutUnusedWays(), sharedEntries()];
}

const react = ["react", "react/jsx-runtime", "react-dom", "react-dom/client"];
const prefix = "\0react-as-modules/";

/**
 * React is published as CommonJS. Here it is modules with named exports: every chunk would otherwise ask for a helper that
 * translates, in a file of its own, and go through it at each use.
 */
function reactAsModules(): Plugin {
  return {
    name: "react-as-modules",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId(id, importer, { kind }) {
      const isTranslated = react.includes(id) && kind !== "require-call" && !importer?.startsWith(prefix);
      return isTranslated ? prefix + id : undefined;
    },
    load(id) {
      if (!id.startsWith(prefix)) return undefined;
      const name = id.slice(prefix.length);
      const names = Object.keys(createRequire(import.meta.url)(name) as object).filter((key) => !key.startsWith("__"));
      return `import all from ${JSON.stringify(name)}; export default all; export const { ${names.join(", ")} } = all;`;
    },
  };
}

/** Routes that are found out one by one (`routeDiscovery: "lazy"`), and tracing in browsers. */
const unusedWays = /[\\/]react-router[\\/].*[\\/](fog-of-war|instrumentation)\.js$/;

/** Ways of working that are off here: their functions then give `undefined`, and that is all that is left of them. */
function withoutUnusedWays(): Plugin {
  return {
    name: "without-unused-ways",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform(code, id) {
      if (!unusedWays.test(id)) return undefined;
      const [, names] = /export \{([\w\s,]+)\};?\s*$/.exec(code) ?? [];
      if (!names) throw new Error(`${id} no longer exports by a list at its end: see withoutUnusedWays`);
      const off = names.split(",").map((name) => `off as ${name.trim()}`);
      return { code: `const off = () => undefined; export { ${off.join(", ")} };`, map: null };
    },
  };
}

/** Lets an entry's file hold what others share, which the framework's own plugin doesn't: a file less on every page. */
function sharedEntries(): Plugin {
  return {
    name: "shared-entries",
    enforce: "post",
    configEnvironment(name, config) {
      if (name === "client") config.build!.rolldownOptions!.preserveEntrySignatures = "allow-extension";
    },
  };
}
