import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { findServer } from "#tests/setup/proxies/external-server.ts";
import { waitUntil } from "#tests/setup/site/guestbook-form.ts";

const mirror = "http://deb.debian.org/debian";
const release = "bookworm";
const certificates = "/etc/ssl/certs/ca-certificates.crt";

/** Packages of a standard Debian that debootstrap leaves out. */
const packages = ["systemd-sysv", "dbus", "ca-certificates", "cron", "iproute2"];

/** Ports of this machine on which the container's programs listen. */
const ports = [80, 443, 3001, 3002, 8081];

/** Returns the reason why no Debian can be started here; `undefined` if one can. */
export async function getMissingMachineReason(): Promise<string | undefined> {
  const missingPrograms = ["debootstrap", "systemd-nspawn", "nsenter"].filter((name) => !findServer(name));
  if (missingPrograms.length > 0) return `there is no ${missingPrograms.join(", ")}`;
  if (process.getuid?.() !== 0) return "only root can start a container";
  const listening = execFileSync("ss", ["--listening", "--tcp", "--numeric", "--no-header"], { encoding: "utf8" });
  const port = ports.find((number) => new RegExp(`:${number}\\s`).test(listening));
  if (port) return `port ${port} is in use`;
  const response = await fetch(`${mirror}/dists/${release}/Release`, { method: "HEAD" }).catch(() => undefined);
  return response?.ok ? undefined : "Debian's packages can't be reached";
}

/** A Debian with systemd, in a container that shares this machine's network. */
export type DebianMachine = {
  folder: string;
  /** Runs shell commands as root in /root until one fails. @returns exit code; standard output and error together */
  run(lines: string): Promise<{ status: number | null; output: string }>;
  stop(): Promise<void>;
};

export async function startDebianMachine(): Promise<DebianMachine> {
  // In memory, installing packages takes a third of the time.
  const parent = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "debian-"));
  // The container's root is a subfolder: unlike the temporary folder, all users of the container can read it.
  const folder = join(parent, "root");
  const base = [`--include=${packages.join(",")}`, "--variant=minbase", release, folder, mirror];
  execFileSync("debootstrap", base, { stdio: ["ignore", "ignore", "inherit"] });
  if (existsSync(certificates)) copyFileSync(certificates, join(folder, certificates));
  const options = ["--boot", `--directory=${folder}`, "--register=no", "--keep-unit", "--resolv-conf=copy-host"];
  const container = spawn("systemd-nspawn", [...options, "--console=passive"], { stdio: "ignore" });
  const end = new Promise<void>((resolve) => container.once("exit", () => resolve()));
  process.once("exit", () => container.kill("SIGKILL"));
  const childrenFile = `/proc/${container.pid}/task/${container.pid}/children`;
  const findSystemd = () => readFileSync(childrenFile, "utf8").trim();
  await waitUntil(() => findSystemd() !== "");
  const systemd = findSystemd();

  async function run(lines: string): ReturnType<DebianMachine["run"]> {
    const environment = ["HOME=/root", "LANG=C.UTF-8", `npm_config_cafile=${certificates}`];
    const path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    const enter = ["--target", systemd, "--all", "env", "-i", path, ...environment];
    const child = spawn("nsenter", [...enter, "bash", "-c", `exec 2>&1\nset -e\ncd\n${lines}`], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [output, [status]] = await Promise.all([text(child.stdout), once(child, "exit") as Promise<[number | null]>]);
    return { status, output };
  }

  async function stop(): Promise<void> {
    container.kill();
    await end;
    rmSync(parent, { recursive: true, force: true });
  }

  const hasStarted = async () => /running|degraded/.test((await run("systemctl is-system-running || true")).output);
  // Starting takes seconds, but minutes if all processors are busy.
  await waitUntil(hasStarted, 300_000).catch(async (error) => {
    await stop();
    throw error;
  });
  return { folder, run, stop };
}

/** Copies the code of this folder into a repository of the machine, as its only commit. */
export async function createRepository({ folder, run }: DebianMachine, path: string): Promise<void> {
  const listing = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    encoding: "utf8",
  });
  for (const file of listing.split("\0").filter((name) => name !== "" && existsSync(name))) {
    cpSync(file, join(folder, path, file));
  }
  const { status, output } = await run(`git init --quiet ${path} && ${getCommitCommand(path)}`);
  if (status !== 0) throw new Error(output);
}

export function getCommitCommand(path: string): string {
  return `git -C ${path} add --all && git -C ${path} -c user.name=Test -c user.email=test@example.com commit --quiet --message=Change`;
}
