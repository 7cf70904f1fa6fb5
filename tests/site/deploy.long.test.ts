import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import {
  findInstalledNginx,
  getMissingNginxReason,
  reserveNginxPorts,
  writeConfiguration,
} from "#tests/setup/proxies/nginx.ts";
import { testUnless } from "#tests/setup/run/skipped.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { startSite } from "#tests/setup/site/running-site.ts";

const nginx = findInstalledNginx() ?? "";
const reason = getMissingNginxReason();
const missingSystemdReason = existsSync("/usr/bin/systemd-analyze") ? undefined : "there is no systemd";

let folder: string;
beforeEach(() => void (folder = createTestFolder()));

function check(configuration: string): { status: number | null; output: string } {
  const { status, stderr } = spawnSync(nginx, ["-t", "-p", folder, "-c", configuration], { encoding: "utf8" });
  return { status, output: stderr };
}

testUnless(reason)(
  "nginx accepts the configuration without a warning, with the certificate that the guide creates",
  async () => {
    const ports = await reserveNginxPorts();
    const configuration = writeConfiguration(folder, ports, ["127.0.0.1:3001", "127.0.0.1:3002"]);
    copyFileSync("deploy/nginx/upstream.conf", join(folder, "upstream.conf"));
    expect(check(configuration).output).toContain("fullchain.pem");
    const command = /^openssl req [^]*?$(?<!\\)/m.exec(readFileSync("docs/operations.md", "utf8"))![0];
    execFileSync("sh", ["-c", command.replaceAll("/etc/nginx/certs", folder)], {
      env: { ...process.env, DOMAIN: "localhost" },
    });
    const { status, output } = check(configuration);
    expect(output).not.toMatch(/warn|emerg/);
    expect(status).toBe(0);
  },
);

test("the `sed` command in docs/operations/nginx.md writes the HTTP/2 syntax of newer nginx versions", () => {
  copyFileSync("deploy/nginx/site.conf", join(folder, "site.conf"));
  const guide = readFileSync("docs/operations/nginx.md", "utf8");
  const command = /`(sed -i .*?) \/etc\/nginx\/conf\.d\/site\.conf`/.exec(guide)![1]!;
  expect(readFileSync("docs/operations/containers.md", "utf8")).toContain(`\`${command} nginx/site.conf\``);
  execFileSync("sh", ["-c", `${command} site.conf`], { cwd: folder });
  const text = readFileSync(join(folder, "site.conf"), "utf8");
  expect(text).not.toContain("ssl http2");
  expect(text.match(/^ {4}listen (?:\[::\]:)?443 ssl/gm)).toHaveLength(4);
  expect(text.match(/^ {4}http2 on;$/gm)).toHaveLength(2);
});

testUnless(missingSystemdReason)("systemd accepts the unit without a warning", () => {
  const unit = readFileSync("deploy/systemd/herbal-website.service", "utf8");
  const file = join(folder, "herbal-website.service");
  writeFileSync(file, unit.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
  expect(stderr.split("\n").filter((line) => line.includes("herbal-website.service:"))).toEqual([]);
  expect(status).toBe(0);
});

test("under systemd a node notifies that it is ready, and then regularly that it runs", async () => {
  const notificationFile = join(folder, "heard");
  const script = `#!/bin/sh\necho "$1" >> ${notificationFile}\n`;
  writeFileSync(join(folder, "systemd-notify"), script, { mode: 0o755 });
  const site = await startSite({
    ...{ DATA_DIR: folder, PATH: `${folder}:${process.env["PATH"]}` },
    ...{ NOTIFY_SOCKET: "/run/notify", WATCHDOG_USEC: "300000" },
  });
  const readNotifications = () =>
    existsSync(notificationFile) ? readFileSync(notificationFile, "utf8").trim().split("\n") : [];
  await waitUntil(() => readNotifications().length > 4);
  expect(new Set(readNotifications())).toEqual(new Set(["READY=1", "WATCHDOG=1"]));
  site.signal("SIGSTOP");
  // Waits, because a notification may be in flight.
  await sleep(1000);
  const notificationCount = readNotifications().length;
  await sleep(600);
  expect(readNotifications()).toHaveLength(notificationCount);
  site.signal("SIGCONT");
  await waitUntil(() => readNotifications().length > notificationCount);
  await site.stop();
});
