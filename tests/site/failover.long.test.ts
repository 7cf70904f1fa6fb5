import { randomUUID } from "node:crypto";
import { spawnSync } from "node:child_process";
import { sql, type Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../app/services/submissions/database/database.ts";
import { openPostgresql } from "../../app/services/submissions/database/postgresql.ts";
import { createRepository } from "../../app/services/submissions/repository.ts";
import type { Tables } from "../../app/services/submissions/database/tables.ts";
import { createFields, getReference, post, waitUntil } from "../setup/guestbook-form.ts";
import { getMissingStandbyReason, startPostgres, type RunningPostgres } from "../setup/postgres.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { startSilentProxy } from "../setup/silent-proxy.ts";
import { formatName } from "../setup/skipped.ts";

const reason = getMissingStandbyReason();

/** A form as a browser with script sends it. Because of its key, sending it again doesn't create another submission. */
type Form = { fields: Record<string, string>; headers: Record<string, string>; reference?: string | undefined };

const createForms = (count: number, network: string): Form[] =>
  Array.from({ length: count }, (_, n) => ({
    fields: { ...createFields(), key: randomUUID() },
    headers: { "X-Forwarded-For": `198.51.${network}.${n}` },
  }));

describe.skipIf(reason !== undefined)(formatName("a primary and its standby", reason), () => {
  let primary: RunningPostgres;
  let standby: RunningPostgres;
  const connections: Kysely<Tables>[] = [];

  function connect(server: RunningPostgres): Kysely<Tables> {
    const connection = openPostgresql(server.url, 10_000);
    connections.push(connection);
    return connection;
  }

  beforeEach(async () => {
    primary = await startPostgres();
    standby = await startPostgres({ primary });
    const administration = connect(primary);
    // A commit waits until the standby has it on disk. Without this the last commits before a crash could be lost.
    await sql`alter system set synchronous_standby_names = '*'`.execute(administration);
    await sql`select pg_reload_conf()`.execute(administration);
    await waitUntil(async () => {
      const { rows } = await sql`select 1 from pg_stat_replication where sync_state = 'sync'`.execute(administration);
      return rows.length === 1;
    });
  });
  afterEach(async () => {
    await Promise.all(connections.splice(0).map((connection) => connection.destroy()));
    await standby.remove();
    await primary.remove();
  });

  const joinHosts = (first: string, second: string) =>
    first.replace(/\/postgres$/, `,${new URL(second).host}/postgres?target_session_attrs=read-write`);

  const promote = () => sql`select pg_promote()`.execute(connect(standby));

  /** Sends a form, and expects that it is either received, or returned with its text and a sentence. */
  async function send(site: RunningSite, form: Form): Promise<void> {
    const response = await post(site, form.fields, form.headers);
    form.reference = getReference(response);
    if (form.reference !== undefined) return;
    expect(response.status).toBe(503);
    const html = await response.text();
    expect(html).toContain("保存失败");
    expect(html).toContain("“引号”</textarea>");
  }

  const sendAll = (site: RunningSite, forms: Form[]) => Promise.all(forms.map((form) => send(site, form)));

  /** Sends forms until all of them are received, as visitors would: on a busy machine some may take too long at first. */
  const sendUntilReceived = (site: RunningSite, forms: Form[]) =>
    waitUntil(async () => {
      await sendAll(
        site,
        forms.filter(({ reference }) => reference === undefined),
      );
      return forms.every(({ reference }) => reference !== undefined);
    });

  const isReady = async (site: RunningSite) => (await fetch(`${site.origin}/readyz`)).status === 200;

  async function listReferences(): Promise<string[]> {
    return (await createRepository(connect(standby)).list()).map(({ reference }) => reference).toSorted();
  }

  test("the primary is killed while 40 forms are sent: each received one is in the promoted database, each other can be sent again", async () => {
    const DATABASE_URL = joinHosts(primary.url, standby.url);
    const site = await startSite({ DATABASE_URL, TRUST_PROXY: "127.0.0.1" });
    const forms = createForms(40, "100");
    const [formsBefore, formsDuring, formsWithout, formsAfter] = [0, 10, 20, 30].map((from) =>
      forms.slice(from, from + 10),
    );
    await sendUntilReceived(site, formsBefore!);

    // The server is killed after the response to one form, while the other forms are in flight.
    const pendingForms = formsDuring!.map((form) => send(site, form));
    await Promise.race(pendingForms);
    await primary.stop("SIGKILL");
    await Promise.all(pendingForms);
    await sendAll(site, formsWithout!);
    expect(formsWithout!.filter(({ reference }) => reference)).toEqual([]);
    expect((await fetch(`${site.origin}/product/list`)).status).toBe(200);
    await expect
      .poll(async () => (await fetch(`${site.origin}/readyz`)).text())
      .toContain("it can't be reached; it is read-only");

    await promote();
    await waitUntil(() => isReady(site));
    await sendUntilReceived(site, formsAfter!);
    const received = forms.flatMap(({ reference }) => reference ?? []);
    expect(await listReferences()).toEqual(expect.arrayContaining(received));

    // A form that was stored, but whose response was lost, isn't stored twice.
    await sendUntilReceived(site, forms);
    expect(await listReferences()).toEqual(forms.map(({ reference }) => reference).toSorted());
    expect(await site.stop()).toBe(0);

    const database = await openDatabase({ DATABASE_URL, DATA_DIR: "data" });
    connections.push(database);
    expect(await createRepository(database).list()).toHaveLength(40);
  });

  test("if the primary hangs, forms are returned in seconds, and the promoted standby is used", async () => {
    const proxy = await startSilentProxy(primary.url);
    const DATABASE_URL = joinHosts(proxy.url, standby.url);
    const site = await startSite({ DATABASE_URL, TRUST_PROXY: "127.0.0.1" });
    const forms = createForms(8, "101");
    await sendUntilReceived(site, forms.slice(0, 4));
    proxy.setSilent(true);
    await sendAll(site, forms.slice(4));
    expect(forms.map(({ reference }) => reference !== undefined)).toEqual([1, 1, 1, 1, 0, 0, 0, 0].map(Boolean));
    await promote();
    await sendUntilReceived(site, forms.slice(4));
    expect(await listReferences()).toEqual(forms.map(({ reference }) => reference).toSorted());
    expect(await site.stop()).toBe(0);
    proxy.stop();
  });

  test("while the standby is down no form is confirmed, and a form that is sent again later is stored once", async () => {
    const site = await startSite({ DATABASE_URL: joinHosts(primary.url, standby.url), TRUST_PROXY: "127.0.0.1" });
    const forms = createForms(3, "103");
    await standby.stop();
    await sendAll(site, forms);
    expect(forms.filter(({ reference }) => reference)).toEqual([]);
    await standby.start();
    await sendUntilReceived(site, forms);
    expect(await listReferences()).toEqual(forms.map(({ reference }) => reference).toSorted());
    expect(await site.stop()).toBe(0);
  });

  test("the order of the hosts doesn't matter; with only a standby the start ends with one message", async () => {
    const site = await startSite({ DATABASE_URL: joinHosts(standby.url, primary.url) });
    const form = createForms(1, "102")[0]!;
    await sendUntilReceived(site, [form]);
    await site.stop();
    await primary.stop("SIGKILL");
    const env = { ...process.env, DATABASE_URL: joinHosts(standby.url, primary.url) };
    const list = () => spawnSync(process.execPath, ["scripts/inbox.ts", "list"], { env, encoding: "utf8" });
    const { status, stderr } = list();
    const { host: standbyHost } = new URL(standby.url);
    const { host: primaryHost } = new URL(primary.url);
    const message = `DATABASE_URL: PostgreSQL at ${standbyHost},${primaryHost}/postgres can't be used: the server is read-only, connect ECONNREFUSED ${primaryHost}`;
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr).not.toContain(new URL(standby.url).password);
    await promote();
    await waitUntil(() => list().stdout.includes(form.reference!));
  });
});
