/**
 * Measures lists, searches and the export of many messages, in SQLite or PostgreSQL:
 * `node tests/bench/messages.ts [--count 6000] [--kilobytes 54] [--items 0] [--postgres]`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "../../app/services/submissions/database/database.ts";
import { toCsv } from "../../app/services/submissions/inbox/csv.ts";
import { forgetContact } from "../../app/services/submissions/inbox/forget.ts";
import { createOwner } from "../../app/services/submissions/inbox/owner.ts";
import { createRepository } from "../../app/services/submissions/repository.ts";
import { startPostgres } from "../setup/postgres.ts";
import { watchEventLoop } from "./event-loop.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "6000" },
    kilobytes: { type: "string", default: "54" },
    items: { type: "string", default: "0" },
    postgres: { type: "boolean", default: false },
  },
});
const [count, kilobytes, itemCount] = [Number(values.count), Number(values.kilobytes), Number(values.items)];
const DATA_DIR = mkdtempSync(join(tmpdir(), "bench-messages-"));
const postgres = values.postgres ? await startPostgres() : undefined;
const database = await openDatabase({ DATABASE_URL: postgres?.url, DATA_DIR });
let time = 1_780_000_000_000;
const inbox = createRepository(database, [], () => time++);
const owner = await createOwner({ OWNER_TIME_ZONE: "Asia/Shanghai" });

async function fill(): Promise<void> {
  const items = Array.from({ length: itemCount }, (_, n) => {
    return { id: `huang-qi-${n}`, title: `黄芪饮片，切片，第 ${n} 种`, sku: `HQ-${n}`, quantity: n + 1, unit: "kg" };
  });
  const words = "请问黄芪饮片的最小起订量和近期批次的检验报告，谢谢。Please send the certificate of analysis, too. ";
  const message = words.repeat(Math.ceil((kilobytes * 1024) / Buffer.byteLength(words)));
  for (let n = 0; n < count; n++) {
    const contact = `v${n % 12}@example.com`;
    const payload = { name: `访客 ${n}`, contact, message, items, locale: "cn" };
    const { id } = await inbox.store({ kind: "quotation", payload, contact, idempotencyKey: String(n) });
    if (n % 2) await inbox.markAsDone(id);
  }
}

async function exportAll(): Promise<void> {
  for await (const _row of toCsv(inbox.readParts({}), owner));
}

const work = {
  "count open": () => inbox.countOpen(),
  "list open": () => inbox.readPage({ isDone: false }, 1),
  "list done, last page": () => inbox.readPage({ isDone: true }, Math.ceil(count / 60)),
  "list all, last page": () => inbox.readPage({}, Math.ceil(count / 30)),
  "search, one found": () => inbox.readPage({ text: `访客 ${count - 1}` }, 1),
  "search, all found": () => inbox.readPage({ text: "黄芪" }, 1),
  export: exportAll,
  "forget one of 500": () => forgetContact(database, `v${time++ % 12}@example.com`),
};

await fill();
console.log(`${count} messages of ${kilobytes} KB with ${itemCount} items in ${postgres ? "PostgreSQL" : "SQLite"}`);
for (const [name, run] of Object.entries(work)) {
  await run();
  const stop = watchEventLoop();
  const start = performance.now();
  await run();
  const milliseconds = Math.round(performance.now() - start);
  const megabytes = Math.round(process.memoryUsage.rss() / 2 ** 20);
  console.log(`${name}: ${milliseconds} ms, longest block ${Math.round(await stop())} ms, ${megabytes} MB`);
}
await database.destroy();
await postgres?.remove();
rmSync(DATA_DIR, { recursive: true });
