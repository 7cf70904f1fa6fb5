import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createFields, getReference, waitUntil } from "../setup/guestbook-form.ts";
import { requestPlain } from "../setup/plain-http.ts";

/** Figures of the visitors during a phase. */
export type Figures = {
  phase: string;
  /** Number of requested pages. Each page was requested before the first phase, too. */
  pages: number;
  /** Pages that failed, with the reason. */
  failed: string[];
  /** Number of pages that came from Varnish's cache. */
  cached: number;
  /** Response time of each page in milliseconds. */
  times: number[];
  /** Number of forms that were confirmed to their visitors. */
  received: number;
  /** Number of attempts that failed, so that a visitor had to send the form again. */
  returned: number;
};

/** A form as a browser with JavaScript sends it. If it is sent again with the same key, it is the same submission. */
type Form = { fields: Record<string, string>; headers: Record<string, string>; reference?: string };

const readers = 4;
/** Pauses in milliseconds: between the requests of a reader, between two forms, and before a form is sent again. */
const pauses = { page: 5, form: 250, formAgain: 500 };

/** Starts visitors who read these paths again and again, and others who send forms. Each form is sent until it is received. */
export function startVisitors(site: { origin: string }, paths: readonly string[]) {
  const forms: Form[] = [];
  let figures = createFigures("");
  const stopController = new AbortController();

  async function read(first: number): Promise<void> {
    for (let index = first; !stopController.signal.aborted; index += readers) {
      await readPage(paths[index % paths.length]!);
      await sleep(pauses.page);
    }
  }

  async function readPage(path: string): Promise<void> {
    const current = figures;
    const start = performance.now();
    const problem = await requestPlain(site, path).then(
      ({ status, headers, body }) => {
        if (["HIT", "STALE"].includes(String(headers["x-cache"]))) current.cached++;
        return status === 200 && body.length > 0 ? undefined : `status ${status}`;
      },
      (error: Error) => error.message,
    );
    current.times.push(performance.now() - start);
    current.pages++;
    if (problem) current.failed.push(`${path}: ${problem}`);
  }

  async function sendForms(): Promise<void> {
    const pending: Promise<void>[] = [];
    for (; !stopController.signal.aborted; await sleep(pauses.form)) {
      const number = forms.length;
      // Each form comes from another address, because an address may send only ten forms in ten minutes.
      const headers = { "X-Forwarded-For": `198.51.${100 + Math.floor(number / 200)}.${number % 200}` };
      const form: Form = { fields: { ...createFields(), key: randomUUID() }, headers };
      forms.push(form);
      pending.push(sendUntilReceived(form));
    }
    await Promise.all(pending);
  }

  async function sendUntilReceived(form: Form): Promise<void> {
    while (form.reference === undefined) {
      const body = new URLSearchParams(form.fields);
      const options = { method: "POST", body, redirect: "manual", headers: form.headers } as const;
      const response = await fetch(`${site.origin}/contact-us`, options).catch(() => undefined);
      await response?.body?.cancel();
      form.reference = response && getReference(response);
      if (form.reference === undefined) {
        figures.returned++;
        await sleep(pauses.formAgain);
      } else figures.received++;
    }
  }

  const running = Promise.all([...Array.from({ length: readers }, (_, index) => read(index)), sendForms()]);
  return {
    /** Begins a phase. @returns its figures, which grow until the next phase begins */
    beginPhase(phase: string): Figures {
      figures = createFigures(phase);
      return figures;
    },
    /** Returns the number of forms that were received so far. */
    countReceived: (): number => forms.filter(({ reference }) => reference !== undefined).length,
    /** Waits until all forms are received, and returns their references. */
    async stop(): Promise<string[]> {
      stopController.abort();
      await Promise.race([
        running,
        waitUntil(() => forms.every(({ reference }) => reference !== undefined)).then(() => running),
      ]);
      return forms.map(({ reference }) => reference!);
    },
  };
}

function createFigures(phase: string): Figures {
  return { phase, pages: 0, failed: [], cached: 0, times: [], received: 0, returned: 0 };
}
