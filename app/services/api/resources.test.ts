import { expect, test } from "vitest";
import { createRecordingLog } from "../../../tests/setup/recording-log.ts";
import { getOwnPictureAddress } from "../media/pictures.ts";
import { bindApi } from "./api.ts";
import { createCache } from "./cache.ts";
import type { Call } from "./client.ts";
import { EnvelopeError } from "./errors.ts";

type Input = { page?: number; product?: string };

/** Creates an API and the list of the calls that its backend receives. @param respond returns `data` of a call */
function createTrial(respond: (input: Input) => unknown, fileOrigin?: string) {
  const calls: object[] = [];
  let failures = 0;
  const call = (async (_key: string, input: object) => {
    calls.push(input);
    return respond(input);
  }) as unknown as Call;
  const cache = createCache({ log: createRecordingLog() });
  const services = { call, cache, getAddress: getOwnPictureAddress, fileOrigin };
  const api = bindApi(services, { locale: "cn", onPartial: () => failures++ });
  return { api, calls, countFailures: () => failures };
}

const createRow = (id: string) => ({ id, title: id, languages: [] });

test("an error of a failing backend counts as a failure of the page", async () => {
  const { api, countFailures } = createTrial(() => {
    throw new EnvelopeError("page.list", 500, "out of order");
  });
  expect(await api.optional(api.pages.all())).toBeUndefined();
  expect(countFailures()).toBe(1);
});

test("all plain pages are loaded with several calls, ten at most", async () => {
  const severalPages = createTrial(({ page = 1 }) => ({
    rows: [createRow(`a${page}`), createRow(`b${page}`)],
    total: 250,
  }));
  expect((await severalPages.api.pages.all()).map(({ id }) => id)).toEqual(["a1", "b1", "a2", "b2", "a3", "b3"]);
  const endlessList = createTrial(({ page = 1 }) => ({ rows: [createRow(`a${page}`)], total: 1_000_000 }));
  await endlessList.api.pages.all();
  expect(endlessList.calls).toHaveLength(10);
  const emptyTrial = createTrial(() => ({ rows: [], total: 1_000_000 }));
  expect(await emptyTrial.api.pages.all()).toEqual([]);
  expect(emptyTrial.calls).toHaveLength(1);
});

test("a product has at most the requested number of batches", async () => {
  const { api } = createTrial(({ product }) => ({
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
