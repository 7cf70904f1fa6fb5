import { afterAll, expect, test } from "vitest";
import { startMailServer } from "#tests/mocks/smtp.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { createFields, getReference, post } from "#tests/setup/site/guestbook-form.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";
import { startSite } from "#tests/setup/site/running-site.ts";

const server = await startMailServer(undefined, (answer) => setTimeout(answer, 70_000));
afterAll(() => server.stop());

test("a mail server that answers after 70 s gets each message once, even if the site restarts meanwhile", async () => {
  const variables = { DATA_DIR: createTestFolder(), SMTP_URL: server.url, MAIL_TO: "owner@qigu.example" };
  const firstSite = await startSite(variables);
  const isReceived = await Promise.all(
    [1, 2, 3, 4].map(async () => getReference(await post(firstSite, createFields())) !== undefined),
  );
  expect(isReceived).toEqual(Array(4).fill(true));
  const getStatuses = async () => (await readInbox(variables.DATA_DIR)).map(({ status }) => status);
  await expect.poll(getStatuses, { timeout: 100_000, interval: 1000 }).toEqual(Array(4).fill("delivered"));
  expect(server.mails).toHaveLength(4);
  await post(firstSite, createFields());
  await expect.poll(() => server.mails.length).toBe(5);
  await firstSite.stop("SIGKILL");
  const secondSite = await startSite(variables);
  // Waits longer than an ordinary lease, after which another process could send the mail again.
  await new Promise((resolve) => setTimeout(resolve, 75_000));
  expect(server.mails).toHaveLength(5);
  await secondSite.stop();
});
