import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { markFooter } from "../setup/built-site.ts";
import { createFields } from "../setup/guestbook-form.ts";
import { createHttpsClient } from "../setup/https.ts";
import { formatName } from "../setup/skipped.ts";
import { createRepository, getCommitCommand, getMissingMachineReason, startDebianMachine } from "./debian-machine.ts";
import type { DebianMachine } from "./debian-machine.ts";

const reason = await getMissingMachineReason();
const repository = "/var/lib/repository";
const origin = "https://localhost";

const firstPage = readFileSync("docs/operations.md", "utf8").split("## When something is wrong")[0]!;

/** The commands of the first page. Only the name and the repository differ. No issuer certifies a name of this machine. */
const blocks = [...firstPage.matchAll(/```sh\n([\s\S]*?)```/g)]
  .map(([, block]) => block!.replace("www.example.com", "localhost").replace(/(?<=^REPOSITORY=).*/m, repository))
  .filter((block) => !block.includes("certbot"));

describe.skipIf(reason !== undefined)(formatName("the first page for operators, on a new Debian", reason), () => {
  let machine: DebianMachine;
  let send: ReturnType<typeof createHttpsClient>;

  beforeAll(async () => {
    machine = await startDebianMachine();
    // The page installs git, but the repository is on another machine.
    await machine.run("apt-get update && apt-get install -y git");
    await createRepository(machine, repository);
  }, 600_000);
  afterAll(() => machine?.stop());

  /** Runs commands that must succeed. @returns their output */
  async function run(lines: string): Promise<string> {
    const { status, output } = await machine.run(lines);
    expect(status, output).toBe(0);
    return output;
  }

  const changePage = (mark: string) => {
    markFooter(join(machine.folder, repository), mark);
    return run(getCommitCommand(repository));
  };
  /** Requests a page that no cache has. */
  const readPage = async () => (await send(`/product/list?keyword=${randomUUID()}`)).body;
  const listSubmissions = async () =>
    JSON.parse(await run("site-admin inbox list --json 2> /dev/null")) as { reference: string }[];

  test("its commands install the site, followed word by word", { timeout: 900_000 }, async () => {
    expect(blocks.length).toBe(3);
    await run(blocks.join(""));
    send = createHttpsClient(origin, await run("cat /etc/nginx/certs/fullchain.pem"));
    expect(await readPage()).toContain('<html lang="zh-CN"');
    expect((await send("/contact-us", { body: createFields() })).status).toBe(303);
    expect(await listSubmissions()).toHaveLength(1);
    // The command that runs each night.
    await run("sed 's/.* root //' /etc/cron.d/site-admin | sh");
    expect(await run("stat --format=%a:%U /var/backups/herbal-website/*.tar.gz")).toBe("600:root\n");
  });

  test(
    "two updates lose no page and no form, and code that doesn't start is taken back",
    { timeout: 900_000 },
    async () => {
      await changePage("second");
      const visitors = startVisitors();
      await run("site-admin update");
      expect(await readPage()).toContain('data-build="second"');
      const startFile = join(machine.folder, repository, "deploy/start-built.ts");
      const start = readFileSync(startFile, "utf8");
      writeFileSync(startFile, 'throw new Error("broken");\n');
      await run(getCommitCommand(repository));
      const { status, output } = await machine.run("site-admin update");
      expect(output).toContain("runs again");
      expect(status).toBe(1);
      writeFileSync(startFile, start);
      await changePage("third");
      await run("site-admin update");
      const { problems, references } = await visitors.stop();
      expect(problems).toEqual([]);
      expect(references.length).toBeGreaterThan(100);
      expect(await readPage()).toContain('data-build="third"');
      const stored = (await listSubmissions()).map(({ reference }) => reference);
      expect(references.filter((reference) => !stored.includes(reference))).toEqual([]);
      expect(new Set(stored).size).toBe(stored.length);
      await run("site-admin rollback");
      expect(await readPage()).toContain('data-build="second"');
    },
  );

  test(
    "a backup brings everything back after the site is killed and its folders are gone",
    { timeout: 300_000 },
    async () => {
      await run("echo 新的一段。 >> /srv/herbal-website/content/product/huang-qi/index.cn.md");
      await run("echo own > /srv/herbal-website/public/files/own.txt && site-admin publish");
      const submissions = await listSubmissions();
      const file = (await run("site-admin backup")).replace("Written: ", "");
      await run("systemctl kill --signal=KILL herbal-website");
      await run("rm -r /var/lib/herbal-website /srv/herbal-website /etc/herbal-website/site.env");
      await run(`site-admin restore ${file}`);
      expect(await listSubmissions()).toEqual(submissions);
      expect((await send("/product/info/huang-qi")).body).toContain("新的一段。");
      expect((await send("/files/own.txt")).body).toBe("own\n");
      expect((await send("/contact-us", { body: createFields() })).status).toBe(303);
    },
  );

  /** Starts visitors who read pages that no cache has, and send forms, each from an address of its own. */
  function startVisitors() {
    const problems: string[] = [];
    const references: string[] = [];
    const end = new AbortController();
    let count = 0;
    const getAddress = () =>
      `127.${1 + Math.floor(count / 40_000)}.${Math.floor(count++ / 200) % 200}.${2 + (count % 200)}`;

    async function visit(): Promise<void> {
      for (; !end.signal.aborted; await sleep(250)) {
        const path = `/en/product/list?keyword=${randomUUID()}`;
        const page = await send(path, { from: getAddress() }).catch((error: Error) => ({ status: error.message }));
        if (page.status !== 200) problems.push(`a page: ${page.status}`);
        const form = await send("/contact-us", { from: getAddress(), body: createFields() }).catch((error: Error) => ({
          status: error.message,
          headers: undefined,
        }));
        const reference = /reference=(\w{8})$/.exec(form.headers?.location ?? "")?.[1];
        if (reference) references.push(reference);
        else problems.push(`a form: ${form.status}`);
      }
    }

    const running = Promise.all(Array.from({ length: 4 }, visit));
    return {
      async stop() {
        end.abort();
        await running;
        return { problems, references };
      },
    };
  }
});
