import { expect, test } from "vitest";
import * as formula from "#app/routes/info/formula.tsx";
import * as received from "#app/routes/received/route.tsx";
import { toCsv } from "#app/services/submissions/inbox/csv.ts";
import { formatDetails, formatSubject } from "#app/services/submissions/texts/describe.ts";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";
import { getCookies } from "#tests/setup/site/site.ts";
import * as quotation from "./route.tsx";

expectNoComplaints();

/** The shipped content, whose liquorice is supplied fried in honey, too. */
const site = await setUpRouteCaller({}, "content");

/** Orders 桂枝汤, which needs 6 g of fried liquorice. */
async function order(amount: string, Cookie = ""): Promise<string> {
  const form = { formula: "gui-zhi-tang", amount, per: "doses" };
  return getCookies(await site.send(formula.action, "/prescription/info/gui-zhi-tang", form, { Cookie })) || Cookie;
}

const open = (path: string, Cookie: string) => renderRoute(site, quotation, path, { headers: { Cookie } });

const readField = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, "g"))].map(([, value]) => value!);

test("a product that stands for a processed form says so to the visitor and to the owner, in each language", async () => {
  const cookie = await order("5000");
  const english = "Gan cao (liquorice root), as Zhi gan cao (honey-fried liquorice root)";
  expect(await open("/en/quotation", cookie)).toContain(`>${english}</a>`);
  const page = await open("/quotation", cookie);
  expect(page).toMatch(/>甘草（炙甘草）<\/a>.*甘草（炙甘草）的数量.*value="30"/s);
  const rows = ["item", "listed", "form"].flatMap((name) => readField(page, name).map((value) => [name, value]));
  const fields = [...rows, ...readField(page, "listed").map((value) => ["quantity", value])] as [string, string][];
  const actionData = await site.send(quotation.action, "/quotation", [["intent", "update"], ...fields]);
  expect(await renderRoute(site, quotation, "/quotation", { actionData })).toContain(">甘草（炙甘草）</a>");
  const person = Object.entries({ name: "王伟", contact: "13812345678" });
  const send = [["intent", "send"], ...fields, ...person] as [string, string][];
  const response = await site.send<Response>(quotation.action, "/quotation", send, { Cookie: cookie });
  expect(await renderRoute(site, received, response.headers.get("Location")!)).toContain("甘草（炙甘草）");
  const [submission] = await readInbox(site.DATA_DIR);
  const items = submission!.payload["items"] as { id: string }[];
  expect(items).toContainEqual(expect.objectContaining({ id: "gan-cao", title: "甘草", form: "炙甘草", quantity: 30 }));
  expect(items.filter((item) => "form" in item)).toHaveLength(1);
  const ownerTexts = await createOwnerTexts({ OWNER_TIME_ZONE: "Asia/Shanghai", SITE_URL: undefined });
  expect(formatDetails(submission!, ownerTexts).join("\n")).toContain("甘草（炙甘草） 30 kg（货号 QG-P-0105）");
  const liquorice = {
    ...submission!,
    payload: { ...submission!.payload, items: items.filter(({ id }) => id === "gan-cao") },
  };
  expect(formatSubject(liquorice, ownerTexts)).toContain("甘草（炙甘草） 30 kg");
  async function* parts() {
    yield [liquorice];
  }
  expect((await Array.fromAsync(toCsv(parts(), ownerTexts))).flat().join("")).toContain(
    ",甘草（炙甘草）,QG-P-0105,30,kg,",
  );
});

test("if a product is wanted raw, too, its row names the amount of the processed form", async () => {
  const cookie = await order("5000");
  const row = { intent: "add", item: "gan-cao", quantity: "25" };
  await site.send(quotation.action, "/quotation", row, { Cookie: cookie });
  const page = await open("/quotation", cookie);
  expect(page).toMatch(/>甘草（其中炙甘草 30 kg）<\/a>.*value="55"/s);
  // A second order replaces the first, and keeps the raw product.
  await order("6000", cookie);
  expect(await open("/en/quotation", cookie)).toMatch(
    /, as Zhi gan cao \(honey-fried liquorice root\) for 36 kg<\/a>.*Changed: 55 → 61 kg/s,
  );
});

test("if a list adds a product of which a formula needs a processed form, only the formula's amount is processed", async () => {
  const cookie = await order("1000");
  const row = { intent: "sheet", item: "gan-cao", quantity: "26" };
  await site.send(quotation.action, "/quotation", row, { Cookie: cookie });
  expect(await open("/quotation", cookie)).toMatch(/>甘草（其中炙甘草 6 kg）<\/a>.*value="26"/s);
  // A second order adds only what it needs more.
  await order("2000", cookie);
  expect(await open("/quotation", cookie)).toMatch(/>甘草（其中炙甘草 12 kg）<\/a>.*value="32"/s);
});
