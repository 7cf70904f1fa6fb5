import {
  getEndpoint,
  type EndpointData,
  type EndpointInput,
  type EndpointKey,
  type ReadKey,
} from "../../app/services/api/contract/endpoints.ts";
import { envelopeCodes } from "../../app/services/api/contract/envelope.ts";
import type { Locale } from "../../app/i18n/locales.ts";
import { createBackendPictures, isDrawing } from "../../app/services/media/pictures.ts";
import { createRecorder, type Remark } from "./findings.ts";
import { getExampleAt, formatExcerpt } from "../openapi/fitting.ts";
import { createBackendCaller, type ProbeResult, type Target } from "./probe.ts";
import { compareShape } from "./shape.ts";

export type Tester = ReturnType<typeof createTester>;

/** Creates the tools of all checks: calls that should succeed, calls that should fail, and the recorder of findings. */
export function createTester(target: Target) {
  const recorder = createRecorder();
  const callBackend = createBackendCaller(target, recorder);
  const { getAddress } = createBackendPictures(target.base, "");
  /** Original positions of the rows that the site can read. */
  const places = new WeakMap<readonly unknown[], { count: number; indices: number[] }>();

  /** Compares `data` with the contract. @returns the parsed data; `undefined` if it is invalid */
  function parseData<K extends EndpointKey>(
    key: K,
    locale: Locale,
    input: object,
    value: unknown,
  ): EndpointData<K> | undefined {
    const { data: reader, row } = getEndpoint(key);
    const report = (remark: Remark) => recorder.add(key, locale, { request: input, ...remark });
    if (row && (value === undefined || value === null)) {
      report({ level: "tolerated", path: "data", found: `${formatExcerpt(value)}: the site reads an empty list` });
      return reader.parse({}) as EndpointData<K>;
    }
    for (const { steps, ...remark } of compareShape(reader, value))
      report({ ...remark, example: getExampleAt(key, steps) });
    for (const [path, src] of findForeignPictures(value, "data", getAddress)) {
      const found = `${formatExcerpt(src)}: shown only where MEDIA_ORIGINS names its origin`;
      report({ level: "tolerated", path, found, example: `"/uploads/picture.jpg"` });
    }
    const result = reader.safeParse(value);
    if (!result.success) return undefined;
    const { rows } = result.data as { rows?: unknown[] };
    const sentRows = (value as { rows?: unknown }).rows;
    if (row && rows && Array.isArray(sentRows)) {
      const indices = sentRows.flatMap((sentRow, index) => (row.safeParse(sentRow).success ? [index] : []));
      places.set(rows, { count: sentRows.length, indices });
    }
    return result.data as EndpointData<K>;
  }

  return {
    callBackend,
    parseData,
    findings: () => recorder.list(),
    report: (key: EndpointKey, locale: Locale, remark: Remark) => recorder.add(key, locale, remark),

    hasFinding: recorder.hasFinding,
    wasCalled: recorder.wasCalled,
    /** Returns the path of a row in the response. */
    getPath: (rows: readonly unknown[], index: number) => `data.rows[${places.get(rows)?.indices[index] ?? index}]`,
    /** Counts the rows in the response, including invalid ones. */
    countRows: (rows: readonly unknown[]) => places.get(rows)?.count ?? rows.length,

    /** Makes a call that should succeed. @returns the parsed data; `undefined` if there are none */
    async loadData<K extends EndpointKey>(
      key: K,
      locale: Locale,
      input: EndpointInput<K>,
    ): Promise<EndpointData<K> | undefined> {
      const result = await callBackend(key, locale, input as object);
      if (result.status === "data") return parseData(key, locale, input as object, result.data);
      if (result.status === "refusal") recorder.add(key, locale, { ...toRemark(result), request: input as object });
      return undefined;
    },

    /** Makes a call for something that doesn't exist. Only code 404 is right. */
    async expectNotFound<K extends ReadKey>(key: K, locale: Locale, input: EndpointInput<K>): Promise<void> {
      const result = await callBackend(key, locale, input as object);
      if (result.status === "broken" || (result.status === "refusal" && result.code === envelopeCodes.notFound)) return;
      const found = result.status === "data" ? `success with ${formatExcerpt(result.data)}` : `code ${result.code}`;
      const example = `{"code":404,"message":"There is no such item","data":null}`;
      recorder.add(key, locale, {
        level: "wrong",
        path: "code",
        example,
        request: input as object,
        found: `${found} for something that isn't there: the site has no 404 page from it`,
      });
    },
  };
}

function toRemark({ code, message }: Extract<ProbeResult, { status: "refusal" }>): Remark {
  const found = `code ${code}, ${formatExcerpt(message)}`;
  const example = `{"code":200,"message":"ok","data":…}`;
  if (code === envelopeCodes.notFound) return { level: "missing", path: "code", found, example };
  const hint = code === envelopeCodes.unauthorized ? ": visitors have no token before they log in (here: --token)" : "";
  return { level: "wrong", path: "code", found: found + hint, example };
}

const pictureFields: ReadonlySet<string> = new Set(["cover", "image", "logo", "qr", "gallery"]);

/** Finds URLs of pictures on other origins. An SVG isn't shown on any origin. */
function findForeignPictures(
  value: unknown,
  path: string,
  getAddress: (src: string) => unknown,
  isPicture = false,
): [string, string][] {
  if (typeof value === "string")
    return isPicture && /^https?:\/\//i.test(value) && !isDrawing(value) && !getAddress(value) ? [[path, value]] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const memberPath = Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`;
    const isWithin = pictureFields.has(name) || (isPicture && (Array.isArray(value) || name === "src"));
    return findForeignPictures(member, memberPath, getAddress, isWithin);
  });
}
