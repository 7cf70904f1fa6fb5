import { expect, test } from "vitest";
import { bindApi } from "#app/services/api/api.ts";
import { createCache } from "#app/services/api/cache.ts";
import { createClient } from "#app/services/api/client.ts";
import { createEmbeddedApi } from "#app/services/content/embedded-api/request-handler.ts";
import { getEmbeddedPictureAddress } from "#app/services/media/pictures.ts";
import { setUpTestIndex } from "#tests/setup/content/compiled-content.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { findByItemNumbers } from "./numbers.server.ts";

const embeddedApi = createEmbeddedApi(await setUpTestIndex());

/** Creates an API that records its calls. `change` may alter a call, as a backend that ignores a parameter would. */
function createApi(change: (query: URLSearchParams) => unknown = () => undefined) {
  const log = createRecordingLog();
  const calls: URLSearchParams[] = [];
  const transport = (request: Request) => {
    const url = new URL(request.url);
    calls.push(new URLSearchParams(url.searchParams));
    change(url.searchParams);
    return embeddedApi(new Request(url, request));
  };
  const call = createClient({ transport, base: "http://backend.test", log });
  const api = bindApi({ call, cache: createCache({ log }), getAddress: getEmbeddedPictureAddress }, { locale: "cn" });
  return { api, calls };
}

const numberVariants = [
  "QG-P-0101",
  "qg–p–O101",
  "QG P 0101",
  "ＱＧ－Ｐ－０１０１",
  "货号：QG-P-0101",
  "Item no. qgp0101",
  "黄芪 QG-P-0101",
];
const unknownNumbers = Array.from({ length: 180 }, (_, number) => `XX-${number} 黄芪桂支白术术`);

test("two hundred item numbers are looked up by one call, without a search", async () => {
  const { api, calls } = createApi();
  const idsByNumber = await findByItemNumbers(api, [
    ...numberVariants,
    ...unknownNumbers,
    "QG-P-0102",
    "白芍",
    "XX,QG-P-0101",
  ]);
  expect(Object.fromEntries(idsByNumber)).toEqual({
    ...Object.fromEntries(numberVariants.map((variant) => [variant, "huang-qi"])),
    "QG-P-0102": "dang-gui",
  });
  expect([calls.length, calls.some((query) => query.has("keyword"))]).toEqual([1, false]);
  expect(await findByItemNumbers(api, ["白芍", "——"])).toEqual(new Map());
  expect(calls).toHaveLength(1);
});

test("if the backend ignores the parameter `sku`, item numbers in a long list are found with few calls", async () => {
  const { api, calls } = createApi((query) => query.delete("sku"));
  const idsByNumber = await findByItemNumbers(api, ["QG-P-O1O1", "QG-P-0102"]);
  expect(Object.fromEntries(idsByNumber)).toEqual({ "QG-P-O1O1": "huang-qi", "QG-P-0102": "dang-gui" });
  calls.length = 0;
  expect(await findByItemNumbers(api, [...unknownNumbers, "QG-P-0101"])).toEqual(new Map([["QG-P-0101", "huang-qi"]]));
  expect(calls.length).toBeLessThan(40);
});
