/**
 * Module that is loaded before the site. Requests to the hosts of `REDIRECTED_HOSTS`, JSON from host to origin, go to a server of the
 * test instead.
 */
const origins = JSON.parse(process.env["REDIRECTED_HOSTS"] ?? "{}") as Record<string, string>;
const realFetch = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  const { host, pathname, search } = new URL(request.url);
  const origin = origins[host];
  return origin
    ? realFetch(new Request(origin + pathname + search, request), { signal: init?.signal ?? null })
    : realFetch(input, init);
};
