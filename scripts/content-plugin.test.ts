import { EventEmitter } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { getContentFolder } from "#app/services/runtime/environment.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { contentPlugin } from "./content-plugin.ts";

test("compilations never overlap, not even after Vite restarts, and edits during one are compiled together", async () => {
  const { developmentContent } = paths;
  onTestFinished(() => void (paths.developmentContent = developmentContent));
  paths.developmentContent = createTestFolder();
  const log: string[] = [];
  async function compile(): Promise<void> {
    log.push("start");
    await sleep(100);
    log.push("end");
  }
  /** Configures a server, as Vite does at the start and after each change of its configuration. */
  async function configure(): Promise<EventEmitter> {
    const watcher = Object.assign(new EventEmitter(), { add: () => undefined });
    const plugin = contentPlugin(compile) as { configureServer(server: object): Promise<void> };
    await plugin.configureServer({ watcher, environments: {} });
    return watcher;
  }
  const [watcher] = await Promise.all([configure(), configure()]);
  for (let n = 0; n < 4; n++) watcher.emit("change", join(getContentFolder(process.env), `news/${n}.md`));
  await expect.poll(() => log).toHaveLength(6);
  expect(log).toEqual(["start", "end", "start", "end", "start", "end"]);
});
