import { http, HttpResponse, type HttpHandler, type HttpResponseResolver } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";
import { bindApi } from "#app/services/api/api.ts";
import { createCache } from "#app/services/api/cache.ts";
import { createClient } from "#app/services/api/client.ts";
import { endpoints, type EndpointKey } from "#app/services/api/contract/calls/endpoints.ts";
import type { CallContext } from "#app/services/api/request.ts";
import { getEmbeddedPictureAddress } from "#app/services/media/pictures.ts";
import { httpFetch } from "#app/services/runtime/web/http-fetch.ts";
import { examples } from "#backend-kit/examples.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";

const base = "http://backend.test";

export const succeed = (data: unknown, code: unknown = 0) => HttpResponse.json({ code, message: "ok", data });

/** Responds as a backend that lacks the call. */
export const respondMissing = () => new HttpResponse("<h1>Not here</h1>", { status: 404 });

/** Responds as a backend whose call fails. */
export const respondBroken = () => HttpResponse.json({ code: 500, message: "out of order" }, { status: 500 });

type Overrides = Partial<Record<EndpointKey, HttpResponseResolver>>;

/** Responds to every call with the contract's example, or by its override. */
function createEnvelopeHandlers(origin: string, overrides: Overrides = {}): HttpHandler[] {
  return (Object.keys(endpoints) as EndpointKey[]).map((key) =>
    http.all(origin + endpoints[key].path, overrides[key] ?? (() => succeed(examples[key].data))),
  );
}

/** Mocks a backend for the tests of a file, which may change its responses by `override`. */
export function setUpEnvelopeApi() {
  const server = setupServer(...createEnvelopeHandlers(base));
  const requests: Request[] = [];
  server.events.on("request:start", ({ request }) => void requests.push(request.clone()));
  beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
  const override = (overrides: Overrides) => server.resetHandlers(...createEnvelopeHandlers(base, overrides));
  afterEach(() => {
    // Pass an empty override, because msw would otherwise keep the last one.
    override({});
    requests.length = 0;
  });
  afterAll(() => server.close());
  return {
    base,
    /** Requests since the beginning of the test. */
    requests,
    override,

    /** Creates an API of the backend with a cache of its own. `countPartial` returns how many parts of a page were missing. */
    createApi(fileOrigin?: string) {
      let partialCount = 0;
      const clock = { time: 0 };
      const log = createRecordingLog();
      const call = createClient({ transport: httpFetch, base, log });
      const cache = createCache({ log, now: () => clock.time });
      const services = { call, cache, getAddress: getEmbeddedPictureAddress, fileOrigin };
      const open = (context: Partial<CallContext> = {}) =>
        bindApi(services, { locale: "en", onPartial: () => partialCount++, ...context });
      return { api: open(), open, clock, countPartial: () => partialCount };
    },
  };
}
