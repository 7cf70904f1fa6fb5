import { sep } from "node:path";
import type { Plugin } from "vite";
import { paths } from "../platform/paths.ts";
import { compileContentFolder } from "./commands/compile-content.ts";

/** While developing: compiles the content at start and on every change, and shows the new page. */
export function contentPlugin(): Plugin {
  return {
    name: "content",
    apply: "serve",
    configureServer(server) {
      compile();
      server.watcher.add(paths.content);
      const onChange = (file: string) => {
        const isContent = file.includes(`${sep}content${sep}`) || file.startsWith(`content${sep}`);
        const isMessages = file.includes(`${sep}messages${sep}`);
        if (!isContent && !isMessages) return;
        if (isContent) compile();
        server.environments["ssr"]?.moduleGraph.invalidateAll();
        server.environments["client"]?.hot.send({ type: "full-reload" });
      };
      server.watcher.on("change", onChange).on("add", onChange).on("unlink", onChange);
    },
  };
}

function compile(): void {
  try {
    const { text } = compileContentFolder();
    if (text) console.error(text);
  } catch (error) {
    // A mistake that no check foresaw must not end the server of somebody who is about to mend it.
    console.error(error);
  }
}
