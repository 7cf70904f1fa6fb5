import { expect, test } from "vitest";
import { toValidText } from "#app/services/api/contract/forms/submissions.ts";
import { choose, createList, createRandom } from "#tests/setup/random/random-lists.ts";
import { createListCaller } from "#tests/setup/routes/list-caller.ts";
import { setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";

const site = await setUpRouteCaller();
const { send, paste, press, readBasket } = createListCaller(site);

const hostileLines = [
  "<script>alert(1)</script> QG-P-0101 40 kg",
  'QG-P-0101" onfocus="x 40',
  "QG-P-0101\u2028QG-P-0102 40",
  "白芍 40 kg\v党参 5 kg",
  "&lt;b&gt; 黄芪 &amp; 40 kg",
  "=HYPERLINK(1) QG-P-0102 30",
  `黄芪 ${"9".repeat(60)} kg`,
  `${"黄芪 40 kg; ".repeat(60)}`,
  "\u202e黄芪 40 kg",
  "%E9%BB%84 40 kg + 2",
  "   ",
  "\ufeff1) 黄芪 40 kg",
  "黄芪 40 kg\u0000",
];

test("of 1,500 random lists the list has what the page showed, and the owner's message ends with the pasted text", async () => {
  const random = createRandom(63);
  let filled = 0;
  for (let index = 0; index < 1500; index++) {
    const hostile = random() < 0.3 ? [choose(random, hostileLines)] : [];
    const text = [createList(random), ...hostile, createList(random), createList(random)].join(
      index % 5 ? "\n" : "\r\n",
    );
    const { response, cookie, lines } = await paste(text);
    if (!response) continue;
    const pasted = toValidText(text);
    expect(lines.map(({ line }) => line)).toEqual(pasted.split("\n").filter((line) => line.trim() !== ""));
    const rows = lines.flatMap(({ row }) => row ?? []);
    const changed = Object.fromEntries(rows.flatMap((_row, place) => (random() < 0.2 ? [[place, "30"]] : [])));
    const sums = new Map<string, number>();
    for (const [place, { id, quantity }] of rows.entries()) {
      const typed = Number(changed[place] ?? quantity);
      if (typed > 0) sums.set(id, (sums.get(id) ?? 0) + typed);
    }
    filled += sums.size;
    await press(lines, cookie, changed);
    expect((await readBasket(cookie)).items.map(({ id, quantity }) => [id, quantity])).toEqual([...sums]);
    // Sending takes longer than reading.
    if (index % 4 > 0) continue;
    const items = [...sums].flatMap(([id, quantity]): [string, string][] => [
      ["item", id],
      ["quantity", String(quantity)],
    ]);
    const person = Object.entries({ intent: "send", name: "Ada", contact: "ada@example.com", message: "Hello" });
    expect((await send([...person, ...items], cookie)).status).toBe(303);
    const [submission] = await readInbox(site.DATA_DIR);
    expect(submission!.payload["message"]).toBe(`Hello\n\n粘贴的清单原文：\n${pasted}`);
  }
  expect(filled).toBeGreaterThan(500);
});
