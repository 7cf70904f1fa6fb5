import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../../app/services/submissions/database/database.ts";
import { createCertificate } from "../../setup/certificate.ts";
import { getMissingPostgresReason, startPostgres, type RunningPostgres } from "../../setup/postgres.ts";
import { formatName } from "../../setup/skipped.ts";

const reason = getMissingPostgresReason();

describe.skipIf(reason !== undefined)(formatName("a PostgreSQL with a certificate of its own", reason), () => {
  let folder: string;
  let postgres: RunningPostgres;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "tls-"));
    const [ownCertificate, otherCertificate] = [
      await createCertificate("localhost"),
      await createCertificate("localhost"),
    ];
    writeFileSync(join(folder, "ca.pem"), ownCertificate.certificate);
    writeFileSync(join(folder, "other.pem"), otherCertificate.certificate);
    postgres = await startPostgres({
      settings: ["ssl=on"],
      files: { "server.crt": ownCertificate.certificate, "server.key": ownCertificate.key },
    });
  });
  afterAll(async () => {
    await postgres.remove();
    rmSync(folder, { recursive: true });
  });

  function open(parameters: string, host = "localhost") {
    const url = postgres.url.replace("127.0.0.1", host);
    return openDatabase({ DATABASE_URL: `${url}?${parameters.replace("FOLDER", folder)}`, DATA_DIR: folder });
  }

  test.each([
    ["sslmode=verify-full&sslrootcert=FOLDER/ca.pem", true],
    ["sslmode=no-verify", true],
    ["sslmode=disable", false],
    ["", false],
  ])("with %s the connection is encrypted: %s", async (parameters, expected) => {
    const database = await open(parameters);
    const { rows } = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(database);
    await database.destroy();
    expect(rows).toEqual([{ ssl: expected }]);
  });

  test("the certificate of each of several hosts is verified", async () => {
    const { port } = new URL(postgres.url);
    const parameters = "sslmode=verify-full&sslrootcert=FOLDER/ca.pem&target_session_attrs=primary";
    const database = await open(parameters, `127.0.0.1:${port},localhost`);
    const { rows } = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(database);
    await database.destroy();
    expect(rows).toEqual([{ ssl: true }]);
  });

  test.each([
    ["an unknown certificate", "sslmode=verify-full", /self-signed certificate/],
    ["another CA", "sslmode=verify-full&sslrootcert=FOLDER/other.pem", /self-signed certificate|verify/],
    ["a missing file", "sslmode=verify-full&sslrootcert=FOLDER/none.pem", /ENOENT: no such file/],
    ["a target for readers", "target_session_attrs=any", /must be read-write or primary, because the site writes/],
  ])("%s is reported in one message without the password", async (_, parameters, message) => {
    const failure = await open(parameters).catch((error: Error) => error.message);
    expect(failure).toMatch(/^DATABASE_URL: PostgreSQL at [\w.:]+\/postgres can't be used: /);
    expect(failure).toMatch(message);
    expect(failure).not.toContain(new URL(postgres.url).password);
  });

  test("a certificate for another name is refused", async () => {
    const { certificate, key } = await createCertificate("db.example");
    const files = { "server.crt": certificate, "server.key": key };
    const otherServer = await startPostgres({ settings: ["ssl=on"], files });
    writeFileSync(join(folder, "db.pem"), certificate);
    const url = otherServer.url.replace("127.0.0.1", "localhost");
    const opening = openDatabase({
      DATABASE_URL: `${url}?sslmode=verify-full&sslrootcert=${folder}/db.pem`,
      DATA_DIR: folder,
    });
    await expect(opening).rejects.toThrow(/Host: localhost\. is not in the cert's altnames/);
    await otherServer.remove();
  });
});
