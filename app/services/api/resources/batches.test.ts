import { expect, test } from "vitest";
import { createRecordingLog } from "../../../../tests/setup/recording-log.ts";
import { bindApi } from "../api.ts";
import { createCache } from "../cache.ts";
import type { Call } from "../client.ts";
import { EnvelopeError } from "../errors.ts";
import { getOwnPictureAddress } from "../../media/pictures.ts";

/** Creates an API and the list of the calls that its backend receives. @param respond returns `data` of a call */
function createTrial(respond: (key: string, input: { product?: string }) => unknown, fileOrigin?: string) {
  const calls: object[] = [];
  const call = (async (key: string, input: object) => {
    calls.push({ key, ...input });
    return respond(key, input);
  }) as unknown as Call;
  const cache = createCache({ log: createRecordingLog() });
  return { api: bindApi({ call, cache, getAddress: getOwnPictureAddress, fileOrigin }, { locale: "cn" }), calls };
}

const createRow = (id: string) => ({ id, title: id, languages: [] });

test("a backend without batches is called once, even if the site shows many products", async () => {
  const { api, calls } = createTrial(() => {
    throw new EnvelopeError("batch.list", 404, "no such call");
  });
  for (const product of ["huang-qi", "gan-cao", "dan-shen"]) {
    expect(await api.batches.ofProduct(product, 6)).toEqual([]);
  }
  expect(await api.batches.all()).toEqual([]);
  expect(calls.filter((call) => !("page" in call))).toHaveLength(1);
});

test("a product has at most the requested number of batches", async () => {
  const { api } = createTrial((_key, { product }) => ({
    rows: product ? [createRow("A1"), createRow("A2"), createRow("A3")] : [createRow("A1")],
  }));
  expect((await api.batches.ofProduct("huang-qi", 2)).map(({ id }) => id)).toEqual(["A1", "A2"]);
});

test("a certificate's path belongs to the backend's origin", async () => {
  const { api } = createTrial(
    () => ({ ...createRow("A1"), results: [], certificate: { url: "/uploads/a1.pdf" } }),
    "https://cms.example",
  );
  expect((await api.batches.info("A1")).certificate?.url).toBe("https://cms.example/uploads/a1.pdf");
});
