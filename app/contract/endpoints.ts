import { z } from "zod";
import { documentedAs } from "./documented.ts";
import {
  advertSchema,
  categorySchema,
  infoSchemas,
  menuItemSchema,
  neighboursSchema,
  rowSchemas,
  settingsSchema,
} from "./entities.ts";
import { keywordLimit, kinds, sorts, type Kind } from "./kinds.ts";
import { filledText, identifier, numeric, optionalCount, optionalNumeric, rowList } from "./liberal.ts";
import { codeRequestSchema, guestbookMessageSchema, loginSchema, quotationRequestSchema } from "./submissions.ts";

/** How long an answer may be kept, by name; `app/services/cache.ts` gives the seconds and the reasons. */
export type CachePolicy = "shared" | "content" | "never";

type Endpoint = {
  method: "GET" | "POST";
  path: `/${string}`;
  /** What the caller sends: a query on GET, a JSON body on POST. */
  input: z.ZodType;
  /** What `data` of the envelope is. */
  data: z.ZodType;
  /** Schema of one member of `data.rows`, where there are rows: unusable ones are skipped and logged. */
  row?: z.ZodType;
  /** How often a failed call is tried again. The specification's numbers: idempotent calls 0, others 1. */
  retries: 0 | 1;
  cache: CachePolicy;
};

/** Rows of a page where nothing else is asked for. */
export const defaultPageSize = 12;

const page = { max: 1_000_000, maxSize: 100 };

function countUpTo(max: number) {
  const digits = z.string().regex(/^\d+$/).transform(Number);
  return z.union([z.number(), digits]).pipe(z.number().int().min(1).max(max));
}

/** The query of every `list` call. */
export const listQuerySchema = z.object({
  page: countUpTo(page.max).default(1).describe("Counted from 1."),
  pageSize: countUpTo(page.maxSize).default(defaultPageSize).describe("Rows of a page."),
  cat: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe("A category's slug, which may contain `/`. It selects what is in the categories below it too."),
  keyword: z.string().min(1).max(keywordLimit).optional().describe("Only items whose title or text has it."),
  sort: z.enum(sorts).default(sorts[0]).describe("`newest` by date, `title` by the order of the language."),
});

const infoQuery = z.object({ id: z.string().min(1).max(200).describe("As a list has it; a number is sent as text.") });
const kindQuery = z.object({ kind: z.enum(kinds).describe("Which kind of content.") });

function read<Input extends z.ZodType, Data extends z.ZodType>(
  path: `/${string}`,
  cache: CachePolicy,
  input: Input,
  data: Data,
) {
  return { method: "GET", path, input, data, retries: 0, cache } as const;
}

function readRows<Input extends z.ZodType, Row extends z.ZodType>(
  path: `/${string}`,
  cache: CachePolicy,
  input: Input,
  row: Row,
) {
  const data = z.object({ rows: rowList(row) });
  return { method: "GET", path, input, data, row, retries: 0, cache } as const;
}

function readPage<Row extends z.ZodType>(path: `/${string}`, row: Row) {
  const data = z.object({
    rows: rowList(row),
    total: documentedAs(optionalCount.clone(), z.int().min(0)).describe("How many items there are on all pages."),
    page: documentedAs(optionalNumeric.clone(), z.int().min(1)).describe("The page that this is, from 1."),
    pageSize: documentedAs(optionalNumeric.clone(), z.int().min(1)).describe("How many rows were asked for."),
  });
  return { method: "GET", path, input: listQuerySchema, data, row, retries: 0, cache: "content" } as const;
}

function write<Input extends z.ZodType, Data extends z.ZodType>(path: `/${string}`, input: Input, data: Data) {
  return { method: "POST", path, input, data, retries: 1, cache: "never" } as const;
}

type KindEndpoints = {
  [K in Kind as `${K}.list`]: ReturnType<typeof readPage<(typeof rowSchemas)[K]>>;
} & {
  [K in Kind as `${K}.info`]: ReturnType<typeof read<typeof infoQuery, (typeof infoSchemas)[K]>>;
};

/** The calls of every kind. */
function kindEndpoints(): KindEndpoints {
  const rows = kinds.flatMap((kind) => [
    [`${kind}.list`, readPage(`/api/${kind}/list`, rowSchemas[kind])],
    [`${kind}.info`, read(`/api/${kind}/info`, "content", infoQuery, infoSchemas[kind])],
  ]);
  return Object.fromEntries(rows) as KindEndpoints;
}

const created = z.object({ id: identifier.describe("Under which it was kept.") });

/** The one table of calls. The client, the embedded API and the mocks derive from it. */
export const endpoints = {
  "ad.list": readRows(
    "/api/ad/data/list",
    "shared",
    z.object({ aid: z.string().optional().describe("Only the adverts of this group.") }),
    advertSchema,
  ),
  "ad.info": read("/api/ad/data/info", "content", infoQuery, advertSchema),
  "menu.tree": readRows("/api/pc/menu/tree", "shared", z.object({}), menuItemSchema),
  "setting.list": read("/api/setting/list", "shared", z.object({}), settingsSchema),
  "cat.list": readRows("/api/cat/list", "content", kindQuery, categorySchema),
  "cat.info": read(
    "/api/cat/info",
    "content",
    kindQuery.extend({ slug: z.string().min(1).max(500).describe("As `cat.list` has it.") }),
    categorySchema,
  ),
  ...kindEndpoints(),
  "article.prevnext": read(
    "/api/article/prevnext",
    "content",
    kindQuery.extend({ id: infoQuery.shape.id }),
    neighboursSchema,
  ),
  "guestbook.create": write("/guestbook", guestbookMessageSchema, created),
  "quotation.create": write("/quotation", quotationRequestSchema, created),
  "auth.code": write(
    "/api/auth/code",
    codeRequestSchema,
    z.object({ expiresIn: numeric.describe("Seconds in which the code can be used.") }),
  ),
  "auth.login": write(
    "/api/auth/login",
    loginSchema,
    z.object({ token: filledText.describe("What later calls carry; printable ASCII.") }),
  ),
} as const satisfies Record<string, Endpoint>;

export type EndpointKey = keyof typeof endpoints;

/** What a caller of `K` passes. */
export type EndpointInput<K extends EndpointKey> = z.input<(typeof endpoints)[K]["input"]>;

/** What a handler of `K` receives, defaults filled in. */
export type EndpointQuery<K extends EndpointKey> = z.output<(typeof endpoints)[K]["input"]>;

/** What a caller of `K` gets. */
export type EndpointData<K extends EndpointKey> = z.output<(typeof endpoints)[K]["data"]>;

/** The keys of calls that only read. */
export type ReadKey = { [K in EndpointKey]: (typeof endpoints)[K]["method"] extends "GET" ? K : never }[EndpointKey];

/** The keys of calls that write. */
export type WriteKey = Exclude<EndpointKey, ReadKey>;

/** Whether a string from outside (`API_PATHS`, say) is a key of the table. */
export function isEndpointKey(key: string): key is EndpointKey {
  return Object.hasOwn(endpoints, key);
}

/** The table as plain rows, for code that walks it. */
export function endpointOf(key: EndpointKey): Endpoint {
  return endpoints[key];
}
