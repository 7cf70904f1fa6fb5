import type { Plugin } from "vite";

/** What the framework does when a screen's code can't be loaded: at once, again and again, and of the page that is left. */
const reload = "window.location.reload();";

/** Has the framework say that a screen's code is gone, instead of reloading: `new-build.ts` knows what to do. */
export function guardedReloadPlugin(): Plugin {
  return {
    name: "guarded-reload",
    apply: "build",
    transform(code, id) {
      if (!/[\\/]react-router[\\/].*[\\/]routeModules\.js$/.test(id)) return undefined;
      if (!code.includes(reload))
        throw new Error("react-router no longer reloads where it did: see guardedReloadPlugin");
      return { code: code.replace(reload, 'window.dispatchEvent(new Event("chunkgone"));'), map: null };
    },
  };
}
