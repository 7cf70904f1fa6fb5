const { spawnSync } = require("node:child_process");
const { existsSync } = require("node:fs");

/**
 * Runs after `npm ci`, with any Node. npm 9, which Debian 12 has, installs Node 24 as an optional package, but doesn't link it as the
 * `node` of npm's scripts. The installation fails if these have no Node that the site can run on.
 */
const system = process.platform === "win32" ? "win" : process.platform;
const name = `node-${system}-${process.arch}`;
const isUnlinked = existsSync(`node_modules/${name}`) && !existsSync("node_modules/.bin/node");
if (isUnlinked) spawnSync(`npm rebuild ${name}`, { shell: true, stdio: "ignore" });
const { status } = spawnSync("node -r ./server/check-node.cjs -e 0", { shell: true, stdio: "inherit" });
process.exitCode = status ?? 1;
