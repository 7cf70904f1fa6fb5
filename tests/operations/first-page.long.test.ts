import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailServer } from "#tests/mocks/smtp.ts";
import { createHttpsClient, type HttpsResponse } from "#tests/setup/proxies/https.ts";
import { describeUnless } from "#tests/setup/run/skipped.ts";
import { markFooter } from "#tests/setup/site/built-site.ts";
import { createFields, waitUntil } from "#tests/setup/site/guestbook-form.ts";
import {
  createRepository,
  getCommitCommand,
  getMissingMachineReason,
  startDebianMachine,
  type DebianMachine,
} from "./debian-machine.ts";

const reason = await getMissingMachineReason();
const repository = "/var/lib/repository";
const origin = "https://localhost";

const firstPage = readFileSync("docs/operations.md", "utf8").split("## When something is wrong")[0]!;

/**
 * Returns the first page's commands, with this test's host name, repository and mail server. Leaves out certbot,
 * because no authority certifies localhost.
 */
const getBlocks = (mailServer: string) =>
  [...firstPage.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, block]) => block!.replace("www.example.com", "localhost").replace(/(?<=^REPOSITORY=).*/m, repository))
    .map((block) => block.replace(/(?<=^SMTP_URL=).*/m, mailServer))
    .filter((block) => !block.includes("certbot"));
const ownerAccount = /^OWNER=(.*)$/m.exec(firstPage)![1]!;

describeUnless(reason)("the first page for operators, on a new Debian", () => {
  let machine: DebianMachine;
  let mailServer: Awaited<ReturnType<typeof startMailServer>>;
  let send: ReturnType<typeof createHttpsClient>;

  beforeAll(async () => {
    mailServer = await startMailServer();
    machine = await startDebianMachine();
    // Git is needed before the page installs it, because this machine also hosts the repository.
    await machine.run("apt-get update && apt-get install -y git");
    await createRepository(machine, repository);
  }, 600_000);
  afterAll(async () => {
    await machine?.stop();
    await mailServer.stop();
  });

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

  test("the commands in docs/operations.md, run in order, install the site", { timeout: 900_000 }, async () => {
    const blocks = getBlocks(mailServer.url);
    expect(blocks.length).toBe(3);
    await run(blocks.join(""));
    send = createHttpsClient(origin, await run("cat /etc/nginx/certs/fullchain.pem"));
    expect(await readPage()).toContain('<html lang="zh-CN"');
    expect((await send("/contact-us", { body: createFields() })).status).toBe(303);
    expect(await listSubmissions()).toHaveLength(1);
    // Run the nightly command of cron.
    await run("sed 's/.* root //' /etc/cron.d/site-admin | sh");
    expect(await run("stat --format=%a:%U /var/backups/herbal-website/*.tar.gz")).toBe("600:root\n");
  });

  const file = "content/product/huang-qi/index.cn.md";
  const readItem = async () => (await send(`/product/info/huang-qi?keyword=${randomUUID()}`)).body;
  let deskHeaders: Record<string, string> = { "Sec-Fetch-Site": "same-origin" };

  /** Logs in to the desk with the code that the mail has. */
  async function logIn(): Promise<void> {
    const count = mailServer.mails.length;
    const getCookie = (response: HttpsResponse, name: string) =>
      response.headers["set-cookie"]!.find((cookie) => cookie.startsWith(name))!.split(";")[0]!;
    const first = await send("/desk/login", { headers: deskHeaders, body: { intent: "code", account: ownerAccount } });
    await waitUntil(() => mailServer.mails.length > count);
    const code = /(?<!\w)(?:\d{6}|[A-Z\d]{8})(?!\w)/.exec(mailServer.mails.at(-1)!.text!)![0];
    const headers = { ...deskHeaders, Cookie: getCookie(first, "desk_browser") };
    const second = await send("/desk/login", { headers, body: { intent: "login", account: ownerAccount, code } });
    deskHeaders = { ...deskHeaders, Cookie: getCookie(second, "desk_session") };
  }

  /** Replaces an item's summary, as the desk's editor would. */
  async function save(summary: string): Promise<void> {
    const repositoryPath = "/desk/api/v1/repos/desk/content";
    const headers = { ...deskHeaders, "Content-Type": "application/json" };
    const read = async (path: string, body?: string) =>
      JSON.parse((await send(`${repositoryPath}/${path}`, { headers, body })).body) as unknown;
    const { tree } = (await read("git/trees/main")) as { tree: { path: string; sha: string }[] };
    const { sha } = tree.find(({ path }) => path === file)!;
    const [{ content }] = (await read("file-contents", JSON.stringify({ files: [file] }))) as [{ content: string }];
    const text = Buffer.from(content, "base64")
      .toString()
      .replace(/^summary: .*$/m, `summary: ${summary}`);
    const change = { operation: "update", path: file, sha, content: Buffer.from(text).toString("base64") };
    const saveResponse = await send(`${repositoryPath}/contents`, {
      headers,
      body: JSON.stringify({ files: [change] }),
    });
    expect(saveResponse.status, saveResponse.body).toBe(201);
  }

  const publishAtDesk = () => send("/desk/publish", { headers: deskHeaders, body: { intent: "publish" } });

  test(
    "the owner logs in at the desk, saves, publishes and reads the message that a visitor sent",
    { timeout: 120_000 },
    async () => {
      await logIn();
      await save("在工作台写的摘要。");
      expect(await readItem()).not.toContain("在工作台写的摘要。");
      // On a slow machine the response redirects to the page that reports the running task.
      expect((await publishAtDesk()).headers.location).toMatch(
        /^\/desk\/(publish|releases\/[\w-]+\?notice=published)$/,
      );
      await waitUntil(async () => (await readItem()).includes("在工作台写的摘要。"), 30_000);
      expect((await send("/desk/messages", { headers: deskHeaders })).body).toContain(createFields().name);
      await save("还没有发布的摘要。");
    },
  );

  test(
    "two updates lose no page and no form, and code that doesn't start is rolled back",
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
      expect(await run("ls /opt/herbal-website/releases | wc -l")).toBe("2\n");
      writeFileSync(startFile, start);
      await changePage("third");
      await run("site-admin update");
      const { problems, references } = await visitors.stop();
      expect(problems).toEqual([]);
      expect(references.length).toBeGreaterThan(100);
      expect(await readPage()).toContain('data-build="third"');
      const storedReferences = (await listSubmissions()).map(({ reference }) => reference);
      expect(references.filter((reference) => !storedReferences.includes(reference))).toEqual([]);
      expect(new Set(storedReferences).size).toBe(storedReferences.length);
      await run("site-admin rollback");
      expect(await readPage()).toContain('data-build="second"');
      // Neither an update nor a rollback publishes the owner's drafts.
      expect(await readItem()).toMatch(/在工作台写的摘要。(?!.*还没有发布的摘要。)/s);
    },
  );

  test(
    "a backup restores everything after the site is killed and its folders are deleted",
    { timeout: 300_000 },
    async () => {
      await run("echo own > /srv/herbal-website/public/files/own.txt && site-admin publish");
      await save("备份时的草稿。");
      const submissions = await listSubmissions();
      const backup = (await run("site-admin backup")).replace("Written: ", "");
      await run("systemctl kill --signal=KILL herbal-website");
      // These commands imitate another machine, where the site was installed before the restore, with its own settings.
      await run("rm -r /var/lib/herbal-website /srv/herbal-website && mkdir /srv/herbal-website");
      await run("cp -a /opt/herbal-website/source/content /opt/herbal-website/source/public /srv/herbal-website");
      await run("chown -R herbal-website: /srv/herbal-website && sed -i /DESK_ACCOUNTS/d /etc/herbal-website/site.env");
      await run("systemctl restart herbal-website");
      expect(await readItem()).not.toContain("还没有发布的摘要。");
      const output = await run(`site-admin restore ${backup.trim()}`);
      expect(output).toContain("The backup belongs to /opt/herbal-website/releases/");
      expect(output).toContain("differ from the backup: DESK_ACCOUNTS\n");
      expect(await listSubmissions()).toEqual(submissions);
      expect(await readItem()).toMatch(/还没有发布的摘要。(?!.*备份时的草稿。)/s);
      await run(/^To take all of them: (.*)$/m.exec(output)![1]!);
      expect((await send("/desk/messages", { headers: deskHeaders })).status).toBe(200);
      const undone = await machine.run("site-admin publish --undo");
      expect([undone.status, undone.output]).toEqual([1, expect.stringContaining("There is no release before")]);
      await run("site-admin publish");
      await waitUntil(async () => (await readItem()).includes("备份时的草稿。"), 60_000);
      expect((await send("/files/own.txt")).body).toBe("own\n");
      expect((await send("/contact-us", { body: createFields() })).status).toBe(303);
    },
  );

  test(
    "neither the change to two nodes with PostgreSQL nor the restore of their backup publishes a draft",
    { timeout: 600_000 },
    async () => {
      await save("草稿，两个节点。");
      await run(/```sh\n([\s\S]*?)```/.exec(readFileSync("docs/operations/two-nodes.md", "utf8"))![1]!);
      const readReadiness = () => run("curl --fail --silent http://127.0.0.1:3002/readyz || true");
      await waitUntil(async () => (await readReadiness()).includes('"ready":true'), 60_000);
      const expectDraft = async () => {
        for (let n = 0; n < 6; n++) expect(await readItem()).toMatch(/备份时的草稿。(?!.*草稿，两个节点。)/s);
      };
      await expectDraft();
      const backup = (await run("site-admin backup")).replace("Written: ", "");
      await run(`site-admin restore ${backup.trim()}`);
      await expectDraft();
      // On a slow machine the response redirects to the page that reports the running task.
      expect((await publishAtDesk()).headers.location).toMatch(
        /^\/desk\/(publish|releases\/[\w-]+\?notice=published)$/,
      );
      for (let n = 0; n < 6; n++) await waitUntil(async () => (await readItem()).includes("草稿，两个节点。"), 30_000);
    },
  );

  /** Starts visitors who read pages that no cache has, and send forms. Each request comes from another address. */
  function startVisitors() {
    const problems: string[] = [];
    const references: string[] = [];
    const stopController = new AbortController();
    let count = 0;
    const getAddress = () =>
      `127.${1 + Math.floor(count / 40_000)}.${Math.floor(count++ / 200) % 200}.${2 + (count % 200)}`;

    // Later pauses are longer, because the site accepts only 2000 forms in ten minutes, and updates may take that long.
    const getPause = () => (references.length < 1000 ? 250 : 2500);

    async function visit(): Promise<void> {
      for (; !stopController.signal.aborted; await sleep(getPause())) {
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
        stopController.abort();
        await running;
        return { problems, references };
      },
    };
  }
});
