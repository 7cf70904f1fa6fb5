import { expect, test } from "vitest";
import { cleanText } from "#app/services/api/contract/clean-text.ts";
import { choose, createList, createRandom } from "#tests/setup/random/random-lists.ts";
import { createListCaller } from "#tests/setup/routes/list-caller.ts";
import { setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";

const { paste, press, readBasketAndText } = createListCaller(await setUpRouteCaller());

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

test("of 3,000 random lists the inquiry has what the page showed, and the message every other line as it was pasted", async () => {
  const random = createRandom(63);
  let filled = 0;
  for (let index = 0; index < 3000; index++) {
    const hostile = random() < 0.3 ? [choose(random, hostileLines)] : [];
    const text = [createList(random), ...hostile, createList(random), createList(random)].join(
      index % 5 ? "\n" : "\r\n",
    );
    const { data } = await paste(text);
    if (!data.pasted) continue;
    const { lines } = data.pasted;
    const pasted = cleanText(text).split(/\r?\n/);
    expect(lines.map(({ line }) => line)).toEqual(pasted.filter((line) => line.trim() !== ""));
    const changed = Object.fromEntries(
      lines.flatMap(({ row }, place) => (row && random() < 0.2 ? [[place, "30"]] : [])),
    );
    const quantities = lines.map(({ row }, place) => changed[place] ?? row?.quantity ?? "");
    const response = await press(data.pasted, changed);
    const sums = new Map<string, number>();
    for (const [place, { row }] of lines.entries())
      if (quantities[place]) sums.set(row!.id, (sums.get(row!.id) ?? 0) + Number(quantities[place]));
    filled += sums.size;
    const { items, text: message } = await readBasketAndText(response);
    expect(items.map(({ id, quantity }) => [id, quantity])).toEqual([...sums]);
    expect(message).toEqual(lines.flatMap(({ line }, place) => (quantities[place] ? [] : line)));
    const counts = new URL(response.headers.get("Location")!, "http://site").searchParams;
    const countLines = ["added", "raised", "joined", "text"].reduce((all, name) => all + Number(counts.get(name)), 0);
    expect(countLines).toBe(lines.length);
  }
  expect(filled).toBeGreaterThan(1000);
});
