import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { createHttpsClient } from "#tests/setup/proxies/https.ts";
import { createFields, waitUntil } from "#tests/setup/site/guestbook-form.ts";

/** A form as a browser with JavaScript sends it. Sending the same key again makes no new submission. */
type Form = { fields: Record<string, string>; from: string; reference?: string };

const readers = 4;
/** Pauses in milliseconds: between the requests of a reader, between two forms, and before a form is sent again. */
const pauses = { page: 5, form: 250, formAgain: 500 };

/**
 * Starts visitors who read these paths again and again, and visitors who send forms. Each form is sent until it is
 * received.
 */
export function startVisitors(send: ReturnType<typeof createHttpsClient>, paths: readonly string[]) {
  const forms: Form[] = [];
  const problems: string[] = [];
  let pageCount = 0;
  const stopController = new AbortController();

  async function read(first: number): Promise<void> {
    for (let index = first; !stopController.signal.aborted; index += readers) {
      const path = paths[index % paths.length]!;
      const problem = await send(path).then(
        ({ status, body }) => (status === 200 && body.length > 0 ? undefined : `status ${status}`),
        (error: Error) => error.message,
      );
      pageCount++;
      if (problem) problems.push(`${path}: ${problem}`);
      await sleep(pauses.page);
    }
  }

  async function sendForms(): Promise<void> {
    const pendingForms: Promise<void>[] = [];
    for (; !stopController.signal.aborted; await sleep(pauses.form)) {
      const number = forms.length;
      // Each form comes from another address, because an address may send only ten forms in ten minutes.
      const from = `127.1.${Math.floor(number / 200)}.${1 + (number % 200)}`;
      const form: Form = { fields: { ...createFields(), key: randomUUID() }, from };
      forms.push(form);
      pendingForms.push(sendUntilReceived(form));
    }
    await Promise.all(pendingForms);
  }

  async function sendUntilReceived(form: Form): Promise<void> {
    while (form.reference === undefined) {
      const response = await send("/contact-us", { body: form.fields, from: form.from }).catch(() => undefined);
      const reference = /reference=(\w{8})$/.exec(response?.headers.location ?? "")?.[1];
      if (reference === undefined) await sleep(pauses.formAgain);
      else form.reference = reference;
    }
  }

  const running = Promise.all([...Array.from({ length: readers }, (_, index) => read(index)), sendForms()]);
  const countReceived = () => forms.filter(({ reference }) => reference !== undefined).length;
  return {
    countReceived,
    countPages: () => pageCount,
    /** Returns the pages that have failed since the last call. */
    takeProblems: () => problems.splice(0),
    /** Stops the visitors, waits until all forms are received, and returns the forms' references. */
    async stop(): Promise<string[]> {
      stopController.abort();
      await waitUntil(() => countReceived() === forms.length);
      await running;
      return forms.map(({ reference }) => reference!);
    },
  };
}
