import { getGeneratedKind, isHidden } from "./generated-content.ts";
import { median, startOwnersBackend, startServer, startTemplate, visit } from "./processes.ts";

/**
 * Measures pages of items that nobody has requested yet, and compares them with React Router's template. The items come from an
 * owner's backend, so the site sanitises their HTML.
 */
export async function measureFirstVisit() {
  const count = 1500;
  const backend = await startOwnersBackend(count);
  const template = await startTemplate();
  const server = await startServer({ API_BASE_URL: `http://127.0.0.1:${backend.port}` });
  const numbers = Array.from({ length: count }, (_, n) => n).filter((n) => !isHidden(n));
  const items = numbers.map((n) => `/${getGeneratedKind(n)}/info/item-${n}`);
  const [site, reference]: [number[], number[]] = [[], []];
  for (let round = 0; (round + 1) * 200 <= items.length; round++) {
    site.push(await visit(server, items.slice(round * 200, (round + 1) * 200)));
    reference.push(await visit(template, Array(200).fill("/")));
  }
  await Promise.all([server.stop(), template.stop(), backend.stop()]);
  // The first two rounds don't count, because V8 compiles the code in them.
  const [warmSite, warmReference] = [site.slice(2), reference.slice(2)];
  return {
    "CPU time of a first visit, ms, median and each round": [median(warmSite), ...warmSite],
    "CPU time of React Router's template, ms": [median(warmReference), ...warmReference],
    ratio: median(warmSite) / median(warmReference),
  };
}
