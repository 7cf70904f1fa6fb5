import type { Plugin } from "vite";

/** The framework's reload after a failed route import. It may repeat endlessly. */
const reloadCode = "window.location.reload();";

/** Replaces the framework's reload with an event for `new-build.ts`. */
export function guardedReloadPlugin(): Plugin {
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
