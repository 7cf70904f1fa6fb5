import { expect, test } from "vitest";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { createOutboxMessage } from "#tests/setup/fakes/outbox-message.ts";
import { withOwnerTitles, type FindTitle } from "./product-titles.ts";

const ownerTexts = await createOwnerTexts({ OWNER_TIME_ZONE: "Asia/Shanghai", SITE_URL: undefined });

async function deliver(ids: string[], findTitle: FindTitle, locale = "en"): Promise<string[]> {
  const items = ids.map((id) => ({ id, title: `${id} in English`, quantity: 1 }));
  const message = createOutboxMessage({ name: "Ada", items, locale }, "quotation");
  let titles: string[] = [];
  const destination = withOwnerTitles(
    async ({ payload }) => {
      titles = (payload["items"] as { title: string }[]).map(({ title }) => title);
      return { status: "delivered" };
    },
    ownerTexts,
    findTitle,
  );
  expect(await destination(message)).toEqual({ status: "delivered" });
  expect(message.payload["items"]).toEqual(items);
  return titles;
}

test("a title in the owner's language is put before the visitor's, with at most ten concurrent lookups", async () => {
  const ids = Array.from({ length: 25 }, (_, n) => `p${n}`);
  let [active, maxActive] = [0, 0];
  const titles = await deliver(ids, async (id, { locale }) => {
    maxActive = Math.max(maxActive, ++active);
    await Promise.resolve();
    active--;
    return `${id} ${locale}`;
  });
  expect(titles).toEqual(ids.map((id) => `${id} cn（${id} in English）`));
  expect(maxActive).toBe(10);
});

test("a product keeps its title if it isn't found, if both languages have the same, or if the visitor used the owner's language", async () => {
  const findTitle: FindTitle = async (id) => {
    if (id === "gone") throw new Error("404");
    return `${id} in English`;
  };
  expect(await deliver(["gone", "same"], findTitle)).toEqual(["gone in English", "same in English"]);
  expect(await deliver(["gone"], () => Promise.reject(new Error("not expected")), "cn")).toEqual(["gone in English"]);
});

test("a message without products is delivered as it was sent", async () => {
  const message = createOutboxMessage({ name: "Ada", locale: "en" });
  const delivered: object[] = [];
  const destination = withOwnerTitles(
    async ({ payload }) => {
      delivered.push(payload);
      return { status: "delivered" };
    },
    ownerTexts,
    () => Promise.reject(new Error("not expected")),
  );
  await destination(message);
  expect(delivered).toEqual([{ name: "Ada", locale: "en" }]);
});
