import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { getMissingPostgresReason, startPostgres, type RunningPostgres } from "#tests/setup/database/postgres.ts";
import { runProgram } from "#tests/setup/programs/run-script.ts";
import { findFreePort } from "#tests/setup/proxies/free-port.ts";
import { createHttpsClient } from "#tests/setup/proxies/https.ts";
import { getMissingNginxReason, reserveNginxPorts, startNginx } from "#tests/setup/proxies/nginx.ts";
import { createBuiltSite } from "#tests/setup/site/built-site.ts";
import { startSite, type RunningSite } from "#tests/setup/site/running-site.ts";

/** The account of the desk, which only the first node has. */
export const deskAccount = "zhou@qigu.example";

/** A node with its own data folder and its own copy of the content, as on a separate machine. */
export type ClusterNode = {
  name: string;
  origin: string;
  content: string;
  site: RunningSite;
  /** Starts the stopped node on the same port. @param folder a folder with a build; by default the last start's */
  start(folder?: string): Promise<void>;
  isReady(): Promise<boolean>;
  /** Publishes its content folder. @throws an error with the output of the command */
  publish(): Promise<void>;
};

/** Two nodes with one PostgreSQL, and nginx in front of them. */
export type Cluster = {
  origin: string;
  /** Sends a request to nginx. */
  send: ReturnType<typeof createHttpsClient>;
  nodes: [ClusterNode, ClusterNode];
  postgres: RunningPostgres;
  /** Creates a folder from which the nodes can start the build of the folder `source`. */
  addBuild(source: string): string;
  stop(): Promise<void>;
};

/** Names a program that this machine lacks for a cluster, and how to install it; `undefined` if none is missing. */
export function getMissingProgramReason(): string | undefined {
  const nginx = getMissingNginxReason();
  if (nginx) return `${nginx}: apt-get install nginx`;
  const postgres = getMissingPostgresReason();
  return postgres ? `${postgres}: apt-get install postgresql` : undefined;
}

/** Starts a cluster on loopback, with the current build and a copy of this content. */
export async function startCluster(content: string): Promise<Cluster> {
  const folders: string[] = [];
  const stops: (() => Promise<unknown>)[] = [];
  const addBuild = (source: string) => {
    const folder = createBuiltSite(source);
    folders.push(folder);
    return folder;
  };
  async function stop(): Promise<void> {
    for (const stopOne of stops.splice(0).reverse()) await stopOne();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  }
  try {
    const postgres = await startPostgres();
    stops.push(postgres.remove);
    const ports = await reserveNginxPorts();
    const origin = `https://localhost:${ports.https}`;
    const variables = { DATABASE_URL: postgres.url, SITE_URL: origin, TRUST_PROXY: "127.0.0.1" };
    const build = addBuild(".");
    const createNode = async (name: string) => {
      const folder = mkdtempSync(join(tmpdir(), `${name}-`));
      folders.push(folder);
      cpSync(content, join(folder, "content"), { recursive: true });
      const node = await startNode(
        name,
        folder,
        build,
        name === "node-1" ? { ...variables, DESK_ACCOUNTS: deskAccount } : variables,
      );
      stops.push(() => node.site.stop());
      return node;
    };
    // The first node publishes the content, and the second fetches the release.
    const nodes: Cluster["nodes"] = [await createNode("node-1"), await createNode("node-2")];
    const addresses = nodes.map(({ origin }) => new URL(origin).host);
    const nginx = await startNginx(ports, addresses, { hasLimits: false });
    stops.push(nginx.stop);
    return { origin, send: createHttpsClient(origin, nginx.authority), nodes, postgres, addBuild, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startNode(
  name: string,
  data: string,
  build: string,
  shared: Record<string, string>,
): Promise<ClusterNode> {
  const port = await findFreePort();
  const content = join(data, "content");
  const ownVariables = { DATA_DIR: join(data, "data"), CONTENT_DIR: content, PORT: String(port) };
  const variables = { ...shared, ...ownVariables };
  let folder = build;
  const start = () => startSite(variables, folder, undefined, resolve("deploy/start-built.ts"));
  const node: ClusterNode = {
    name,
    content,
    origin: `http://127.0.0.1:${port}`,
    site: await start(),
    async start(newFolder = folder) {
      folder = newFolder;
      node.site = await start();
    },
    isReady: () =>
      fetch(`${node.origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    publish: () => publish(folder, variables),
  };
  return node;
}

/** Publishes in another process, so that this process goes on sending the visitors' requests meanwhile. */
async function publish(folder: string, variables: Record<string, string>): Promise<void> {
  const command = [process.execPath, "--disable-warning=ExperimentalWarning", resolve("scripts/publish.ts")];
  const { status, stdout, stderr } = await runProgram(command, { cwd: folder, env: { ...process.env, ...variables } });
  if (status !== 0) throw new Error(`the content could not be published:\n${stdout}${stderr}`);
}
