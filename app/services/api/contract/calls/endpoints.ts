import { z } from "zod";
import { batchStates } from "#app/services/api/contract/batches/batch-state.ts";
import { batchRowSchema, batchSchema } from "#app/services/api/contract/batches/batches.ts";
import { cleanText } from "#app/services/api/contract/clean-text.ts";
import { documentedAs } from "#app/services/api/contract/documented.ts";
import {
  advertSchema,
  categorySchema,
  infoSchemas,
  menuItemSchema,
  neighboursSchema,
  plainPageRowSchema,
  plainPageSchema,
  rowSchemas,
  settingsSchema,
} from "#app/services/api/contract/entities.ts";
import { forms, mapFormCalls } from "#app/services/api/contract/forms/forms.ts";
import { codeRequestSchema, getSubmissionSchema, loginSchema } from "#app/services/api/contract/forms/submissions.ts";
import { kinds, maxKeywordLength, sorts, type Kind } from "#app/services/api/contract/kinds.ts";
import {
  filledText,
  identifier,
  numeric,
  optionalCount,
  optionalNumeric,
  rowList,
} from "#app/services/api/contract/liberal.ts";
import { limits } from "#app/services/api/contract/limits.ts";

/** Cache policy of a response, explained in `app/services/api/cache.ts`. */
export type CachePolicy = "shared" | "content" | "never";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

type Endpoint = {
  method: Method;
  path: `/${string}`;
  /** Schema of a GET's query, or of another method's JSON body. */
  input: z.ZodType;
  data: z.ZodType;
  /** Schema of a member of `data.rows`. Invalid rows are skipped and logged. */
  row?: z.ZodType;
  cache: CachePolicy;
};

export const defaultPageSize = 12;
export const maxPageSize = 100;
const maxPage = 1_000_000;

function createPositiveIntSchema(max: number) {
  const digits = z.string().regex(/^\d+$/).transform(Number);
  return z.union([z.number(), digits]).pipe(z.number().int().min(1).max(max));
}

export const listQuerySchema = z.object({
  page: createPositiveIntSchema(maxPage).default(1).describe("Number of the page, from 1."),
  pageSize: createPositiveIntSchema(maxPageSize).default(defaultPageSize).describe("Number of rows on a page."),
  cat: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe("Slug of a category; it may contain `/`. Items of its subcategories are included."),
  keyword: z
    .string()
    .overwrite(cleanText)
    .min(1)
    .max(maxKeywordLength)
    .optional()
    .describe("Returns only items whose title or text contains the keyword."),
  verbatim: z.literal("1").optional().describe("With `keyword`: search for exactly this keyword, without corrections."),
  brief: z
    .literal("1")
    .optional()
    .describe(
      "Set together with `keyword` to get suggestions: only the best rows are needed, without extracts. `total` may then be lower than the real number of matches.",
    ),
  sort: z
    .enum(sorts)
    .default(sorts[0])
    .describe("`newest`: by date, newest first. `title`: in alphabetical order of the language."),
});

/** Plain pages have no categories. */
const plainPageQuerySchema = listQuerySchema.omit({ cat: true });

const productQuerySchema = listQuerySchema.extend({
  sku: z
    .string()
    .min(1)
    .max(limits.items * (limits.sku + 1))
    .transform((numbers) => numbers.split(",").slice(0, limits.items))
    .optional()
    .describe(
      "At most 200 item numbers as visitors typed them, separated by commas. Only products with one of these numbers are returned, from all categories. Capitals, spaces and hyphens make no difference.",
    ),
  name: z
    .string()
    .min(1)
    .max(limits.names * (limits.productName + 1))
    .transform((names) => names.split("\n").slice(0, limits.names))
    .optional()
    .describe(
      "At most 20 names as visitors typed them, on a line each. Only products that one of them means are returned, with `typed`. A name that is part of a product's name doesn't mean it.",
    ),
});

const batchQuerySchema = plainPageQuerySchema.extend({
  product: z.string().min(1).max(200).optional().describe("Id of a product. Returns only its batches."),
  recalled: z
    .enum(["1", "ended"])
    .optional()
    .describe(
      "Returns only recalled batches, the latest recall first; `ended`: batches of which a recall was taken back.",
    ),
  state: z
    .enum(batchStates)
    .optional()
    .describe("Returns only batches that are in this state today. Has no effect with `keyword`."),
});

const batchNumberQuerySchema = z.object({
  id: z
    .string()
    .min(1)
    .max(limits.batchNumber)
    .describe(
      "The number as a visitor typed it, without spaces, in upper or lower case. `data.id` has the right spelling.",
    ),
});

const infoQuerySchema = z.object({
  id: z.string().min(1).max(200).describe("Id from a list. A numeric id is sent as text."),
});
const kindQuerySchema = z.object({ kind: z.enum(kinds).describe("Kind of content.") });

function createReadEndpoint<Input extends z.ZodType, Data extends z.ZodType>(
  path: `/${string}`,
  cache: CachePolicy,
  input: Input,
  data: Data,
) {
  return { method: "GET", path, input, data, cache } as const;
}

function createRowsEndpoint<Input extends z.ZodType, Row extends z.ZodType>(
  path: `/${string}`,
  cache: CachePolicy,
  input: Input,
  row: Row,
) {
  const data = z.object({ rows: rowList(row) });
  return { method: "GET", path, input, data, row, cache } as const;
}

const searchSchema = z
  .object({
    meant: z
      .string()
      .optional()
      .describe("Keyword that was searched for instead: a corrected spelling, or some of the words."),
    isPartial: z.boolean().optional().describe("Whether the rows contain only some of the keyword's words."),
    near: z.array(z.string()).optional().describe("If nothing was found: names that are similar to the keyword."),
  })
  .optional()
  .catch(undefined)
  .describe("With `keyword`: how the backend interpreted it.");

export type SearchInterpretation = NonNullable<z.output<typeof searchSchema>>;

function createPageEndpoint<Input extends z.ZodType, Row extends z.ZodType>(
  path: `/${string}`,
  input: Input,
  row: Row,
) {
  const data = z.object({
    rows: rowList(row),
    total: documentedAs(optionalCount.clone(), z.int().min(0)).describe("Number of items on all pages."),
    page: documentedAs(optionalNumeric.clone(), z.int().min(1)).describe("Number of this page, from 1."),
    pageSize: documentedAs(optionalNumeric.clone(), z.int().min(1)).describe("Requested number of rows."),
    search: searchSchema,
  });
  return { method: "GET", path, input, data, row, cache: "content" } as const;
}

function createWriteEndpoint<Input extends z.ZodType, Data extends z.ZodType>(
  path: `/${string}`,
  input: Input,
  data: Data,
) {
  return { method: "POST", path, input, data, cache: "never" } as const;
}

type KindEndpoints = {
  [K in Kind as `${K}.list`]: ReturnType<typeof createPageEndpoint<typeof listQuerySchema, (typeof rowSchemas)[K]>>;
} & {
  [K in Kind as `${K}.info`]: ReturnType<typeof createReadEndpoint<typeof infoQuerySchema, (typeof infoSchemas)[K]>>;
};

function createKindEndpoints(): KindEndpoints {
  const rows = kinds.flatMap((kind) => [
    [`${kind}.list`, createPageEndpoint(`/api/${kind}/list`, listQuerySchema, rowSchemas[kind])],
    [`${kind}.info`, createReadEndpoint(`/api/${kind}/info`, "content", infoQuerySchema, infoSchemas[kind])],
  ]);
  return Object.fromEntries(rows) as KindEndpoints;
}

const createdSchema = z.object({ id: identifier.describe("Id of the stored submission.") });

/** Defines all calls. Client, embedded API, mocks and OpenAPI document derive from it. */
export const endpoints = {
  "ad.list": createRowsEndpoint(
    "/api/ad/data/list",
    "shared",
    z.object({ aid: z.string().optional().describe("Returns only adverts of this group.") }),
    advertSchema,
  ),
  "ad.info": createReadEndpoint("/api/ad/data/info", "content", infoQuerySchema, advertSchema),
  "menu.tree": createRowsEndpoint("/api/pc/menu/tree", "shared", z.object({}), menuItemSchema),
  "setting.list": createReadEndpoint("/api/setting/list", "shared", z.object({}), settingsSchema),
  "cat.list": createRowsEndpoint("/api/cat/list", "content", kindQuerySchema, categorySchema),
  "cat.info": createReadEndpoint(
    "/api/cat/info",
    "content",
    kindQuerySchema.extend({ slug: z.string().min(1).max(500).describe("Slug from `cat.list`.") }),
    categorySchema,
  ),
  ...createKindEndpoints(),
  "product.list": createPageEndpoint("/api/product/list", productQuerySchema, rowSchemas.product),
  "page.list": createPageEndpoint("/api/page/list", plainPageQuerySchema, plainPageRowSchema),
  "page.info": createReadEndpoint("/api/page/info", "content", infoQuerySchema, plainPageSchema),
  "batch.list": createPageEndpoint("/api/batch/list", batchQuerySchema, batchRowSchema),
  "batch.info": createReadEndpoint("/api/batch/info", "content", batchNumberQuerySchema, batchSchema),
  "article.prevnext": createReadEndpoint(
    "/api/article/prevnext",
    "content",
    kindQuerySchema.extend({ id: infoQuerySchema.shape.id }),
    neighboursSchema,
  ),
  ...mapFormCalls((form) => createWriteEndpoint(forms[form].endpoint, getSubmissionSchema(form), createdSchema)),
  "auth.code": createWriteEndpoint(
    "/api/auth/code",
    codeRequestSchema,
    z.object({ expiresIn: numeric.describe("Seconds until the code expires.") }),
  ),
  "auth.login": createWriteEndpoint(
    "/api/auth/login",
    loginSchema,
    z.object({ token: filledText.describe("Token for the visitor's later calls; printable ASCII.") }),
  ),
} as const satisfies Record<string, Endpoint>;

export type EndpointKey = keyof typeof endpoints;

/** Type of the input that a caller passes. */
export type EndpointInput<K extends EndpointKey> = z.input<(typeof endpoints)[K]["input"]>;

/** Type of the input that a handler receives: the values are converted, and defaults are filled in. */
export type EndpointQuery<K extends EndpointKey> = z.output<(typeof endpoints)[K]["input"]>;

export type EndpointData<K extends EndpointKey> = z.output<(typeof endpoints)[K]["data"]>;

export type ReadKey = { [K in EndpointKey]: (typeof endpoints)[K]["method"] extends "GET" ? K : never }[EndpointKey];

export type WriteKey = Exclude<EndpointKey, ReadKey>;

/** Whether a string is the key of a call. `API_PATHS` may contain unknown keys. */
export function isEndpointKey(key: string): key is EndpointKey {
  return Object.hasOwn(endpoints, key);
}

export function getEndpoint(key: EndpointKey): Endpoint {
  return endpoints[key];
}
