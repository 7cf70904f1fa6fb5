import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createFields, getReference, waitUntil } from "../setup/guestbook-form.ts";
import { requestPlain } from "../setup/plain-http.ts";

/** A form as a browser with JavaScript sends it. If it is sent again with the same key, it is the same submission. */
type Form = { fields: Record<string, string>; headers: Record<string, string>; reference?: string };

const readers = 4;
/** Pauses in milliseconds: between the requests of a reader, between two forms, and before a form is sent again. */
const pauses = { page: 5, form: 250, formAgain: 500 };

/** Starts visitors who read these paths again and again, and others who send forms. Each form is sent until it is received. */
export function startVisitors(site: { origin: string }, paths: readonly string[]) {
  const forms: Form[] = [];
  const problems: string[] = [];
  let pageCount = 0;
  const stopController = new AbortController();

  async function read(first: number): Promise<void> {
    for (let index = first; !stopController.signal.aborted; index += readers) {
      const path = paths[index % paths.length]!;
      const problem = await requestPlain(site, path).then(
        ({ status, body }) => (status === 200 && body.length > 0 ? undefined : `status ${status}`),
        (error: Error) => error.message,
      );
      pageCount++;
      if (problem) problems.push(`${path}: ${problem}`);
      await sleep(pauses.page);
    }
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
      if (form.reference === undefined) await sleep(pauses.formAgain);
    }
  }

  const running = Promise.all([...Array.from({ length: readers }, (_, index) => read(index)), sendForms()]);
  const countReceived = () => forms.filter(({ reference }) => reference !== undefined).length;
  return {
    countReceived,
    countPages: () => pageCount,
    /** Returns the pages that have failed since the last call. */
    takeProblems: () => problems.splice(0),
    /** Waits until all forms are received, and returns their references. */
    async stop(): Promise<string[]> {
      stopController.abort();
      await waitUntil(() => countReceived() === forms.length);
      await running;
      return forms.map(({ reference }) => reference!);
    },
  };
}
