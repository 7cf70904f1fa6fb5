import {
  endpointOf,
  type EndpointData,
  type EndpointInput,
  type EndpointKey,
  type ReadKey,
} from "../contract/endpoints.ts";
import { envelopeCodes } from "../contract/envelope.ts";
import type { Locale } from "../i18n/locales.ts";
import { createBackendPictures } from "../services/pictures.ts";
import { createRecorder, type Remark } from "./findings.ts";
import { exampleAt, excerpt } from "./fitting.ts";
import { createAsk, type Answer, type Target } from "./probe.ts";
import { differences } from "./shape.ts";

export type Tester = ReturnType<typeof createTester>;

/** What every check is made of: a call that should succeed, one that shouldn't, and a place for what they find. */
export function createTester(target: Target) {
  const recorder = createRecorder();
  const ask = createAsk(target, recorder);
  const { addressOf } = createBackendPictures(target.base, "");
  /** Where the rows that the site reads stand among those that were sent. */
  const places = new WeakMap<readonly unknown[], { sent: number; indices: number[] }>();

  /** Compares `data` with the contract. @returns it as the site reads it; `undefined` where it can't */
  function read<K extends EndpointKey>(
    key: K,
    locale: Locale,
    input: object,
    value: unknown,
  ): EndpointData<K> | undefined {
    const { data: reader, row } = endpointOf(key);
    const note = (remark: Remark) => recorder.add(key, locale, { request: input, ...remark });
    if (row && (value === undefined || value === null)) {
      note({ level: "tolerated", path: "data", found: `${excerpt(value)}: the site reads an empty list` });
      return reader.parse({}) as EndpointData<K>;
    }
    for (const { steps, ...remark } of differences(reader, value)) note({ ...remark, example: exampleAt(key, steps) });
    for (const [path, src] of foreignPictures(value, "data", addressOf)) {
      const found = `${excerpt(src)}: shown only where MEDIA_ORIGINS names its origin`;
      note({ level: "tolerated", path, found, example: `"/uploads/picture.jpg"` });
    }
    const result = reader.safeParse(value);
    if (!result.success) return undefined;
    const { rows } = result.data as { rows?: unknown[] };
    const sent = (value as { rows?: unknown }).rows;
    if (row && rows && Array.isArray(sent)) {
      const indices = sent.flatMap((one, index) => (row.safeParse(one).success ? [index] : []));
      places.set(rows, { sent: sent.length, indices });
    }
    return result.data as EndpointData<K>;
  }

  return {
    ask,
    read,
    /** All that was found. */
    findings: () => recorder.all(),
    note: (key: EndpointKey, locale: Locale, remark: Remark) => recorder.add(key, locale, remark),

    isNoted: recorder.isNoted,
    isTried: recorder.isTried,
    /** Where a row was sent, as a path. */
    placeOf: (rows: readonly unknown[], index: number) => `data.rows[${places.get(rows)?.indices[index] ?? index}]`,
    /** How many rows were sent, those that can't be read included. */
    sent: (rows: readonly unknown[]) => places.get(rows)?.sent ?? rows.length,

    /** Makes a call that should succeed. @returns `data` as the site reads it; `undefined` where there is nothing to read */
    async data<K extends EndpointKey>(
      key: K,
      locale: Locale,
      input: EndpointInput<K>,
    ): Promise<EndpointData<K> | undefined> {
      const answer = await ask(key, locale, input as object);
      if (answer.is === "data") return read(key, locale, input as object, answer.data);
      if (answer.is === "refusal") recorder.add(key, locale, { ...refusal(answer), request: input as object });
      return undefined;
    },

    /** Makes a call for something that isn't there: code 404 and nothing else. */
    async notFound<K extends ReadKey>(key: K, locale: Locale, input: EndpointInput<K>): Promise<void> {
      const answer = await ask(key, locale, input as object);
      if (answer.is === "broken" || (answer.is === "refusal" && answer.code === envelopeCodes.notFound)) return;
      const found = answer.is === "data" ? `success with ${excerpt(answer.data)}` : `code ${answer.code}`;
      const example = `{"code":404,"message":"There is no such item","data":null}`;
      recorder.add(key, locale, {
        ...{ level: "wrong", path: "code", example, request: input as object },
        found: `${found} for something that isn't there: the site has no 404 page from it`,
      });
    },
  };
}

function refusal({ code, message }: Extract<Answer, { is: "refusal" }>): Remark {
  const found = `code ${code}, ${excerpt(message)}`;
  const example = `{"code":200,"message":"ok","data":…}`;
  if (code === envelopeCodes.notFound) return { level: "missing", path: "code", found, example };
  const hint = code === envelopeCodes.unauthorized ? ": visitors have no token before they log in (here: --token)" : "";
  return { level: "wrong", path: "code", found: found + hint, example };
}

const pictureFields: ReadonlySet<string> = new Set(["cover", "image", "logo", "qr", "gallery"]);

/** Whole addresses of pictures that aren't the backend's own. */
function foreignPictures(
  value: unknown,
  path: string,
  addressOf: (src: string) => unknown,
  isPicture = false,
): [string, string][] {
  if (typeof value === "string")
    return isPicture && /^https?:\/\//i.test(value) && !addressOf(value) ? [[path, value]] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const at = Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`;
    const isWithin = pictureFields.has(name) || (isPicture && (Array.isArray(value) || name === "src"));
    return foreignPictures(member, at, addressOf, isWithin);
  });
}
