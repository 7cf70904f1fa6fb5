import { readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { localeCodes, locales } from "#app/i18n/locales.ts";
import { batchRowSchema, batchSchema } from "#app/services/api/contract/batches/batches.ts";
import { endpoints, getEndpoint, type EndpointKey, type Method } from "#app/services/api/contract/calls/endpoints.ts";
import { remarks } from "#app/services/api/contract/calls/remarks.ts";
import { createDocumentedSchema } from "#app/services/api/contract/documented.ts";
import {
  advertSchema,
  categorySchema,
  infoSchemas,
  menuItemSchema,
  plainPageRowSchema,
  plainPageSchema,
  refSchema,
  rowSchemas,
  settingsSchema,
} from "#app/services/api/contract/entities.ts";
import { envelopeSchema } from "#app/services/api/contract/envelope.ts";
import { kinds } from "#app/services/api/contract/kinds.ts";
import { isIdempotent } from "#app/services/api/request.ts";
import { examples } from "./examples.ts";

type Json = Record<string, unknown>;

const keys = Object.keys(endpoints) as EndpointKey[];

const entities: Record<string, z.ZodType> = {
  Advert: advertSchema,
  MenuItem: menuItemSchema,
  Settings: settingsSchema,
  Category: categorySchema,
  Ref: refSchema,
  PlainPageRow: plainPageRowSchema,
  PlainPage: plainPageSchema,
  BatchRow: batchRowSchema,
  Batch: batchSchema,
  ...Object.fromEntries(
    kinds.flatMap((kind) => [
      [`${toPascalCase(kind)}Row`, rowSchemas[kind]],
      [toPascalCase(kind), infoSchemas[kind]],
    ]),
  ),
};

/** Reads the constant parts, and adds the languages. */
function readFrame(): Json & { components: { parameters: Json } } {
  const text = readFileSync(new URL("openapi-frame.yaml", import.meta.url), "utf8");
  const { components, ...frame } = parse(text) as ReturnType<typeof readFrame>;
  const { Language: language, ...parameters } = components.parameters;
  const schema = { type: "string", enum: localeCodes.map((code) => locales[code].header) };
  const withLanguages = { ...(language as Json), example: locales.en.header, schema };
  return { ...frame, components: { ...components, parameters: { Language: withLanguages, ...parameters } } };
}

function createHeaderRefs(method: Method) {
  const names = ["Language", "RequestId", method === "POST" ? "IdempotencyKey" : "Preview"];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

export function createOpenApi(): Json {
  const schemas = createSchemas();
  const paths: Record<string, Json> = {};
  for (const key of keys) {
    const { method, path } = getEndpoint(key);
    paths[path] = { ...paths[path], [method.toLowerCase()]: createOperation(key, schemas) };
  }
  const components = Object.fromEntries(Object.keys(entities).map((name) => [name, schemas[name]!]));
  const { code, message } = schemas["envelope"]!["properties"] as Json;
  const { components: sharedComponents, ...frame } = readFrame();
  return {
    ...frame,
    paths,
    components: {
      ...sharedComponents,
      schemas: {
        ...components,
        Failure: {
          type: "object",
          properties: { code, message, data: { type: "null" } },
          required: ["code", "message"],
        },
      },
    },
  };
}

/** Creates the schemas by name. An entity inside another schema becomes a reference. */
function createSchemas(): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  const add = (id: string, reader: z.ZodType) => registry.add(createDocumentedSchema(reader), { id });
  for (const [name, entity] of Object.entries(entities)) add(name, entity);
  add("envelope", envelopeSchema);
  for (const key of keys) {
    const { input, data } = getEndpoint(key);
    if (!Object.values(entities).includes(data)) add(`${key} data`, data);
    // Calls may share an input, but a schema has only one id, so the input is cloned.
    registry.add(createDocumentedSchema(input).clone(), { id: `${key} input` });
  }
  const { schemas } = z.toJSONSchema(registry, { io: "input", uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, simplify(schema) as Json]));
}

/** Removes `$schema`, `$id`, and bounds of safe integers. */
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(
    ([name, member]) => !["$schema", "$id"].includes(name) && Math.abs(member as number) !== Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(members.map(([name, member]) => [name, simplify(member)]));
}

function createOperation(key: EndpointKey, schemas: Record<string, Json>): Json {
  const { method } = getEndpoint(key);
  const { summary, details, origin, isOptional } = remarks[key];
  const input = schemas[`${key} input`]!;
  const notes = [
    details,
    origin === "specified"
      ? "The site's specification requires this call."
      : "Added by this contract; the specification has no such call.",
    isOptional && "Optional: the site works without it.",
    !isIdempotent(method) && "If the first attempt fails, the site retries once with the same `Idempotency-Key`.",
  ];
  return {
    operationId: key.replace(/\.(\w)/, (_dot, letter: string) => letter.toUpperCase()),
    tags: [key.split(".")[0]!],
    summary,
    description: notes.filter(Boolean).join("\n\n"),
    "x-key": key,
    parameters: [...createHeaderRefs(method), ...(method === "GET" ? createQueryParameters(key, input) : [])],
    ...(method !== "GET" && {
      requestBody: { required: true, content: createJsonContent(input, examples[key].input) },
    }),
    responses: createResponses(key, schemas),
  };
}

function createQueryParameters(key: EndpointKey, input: Json): Json[] {
  const requiredNames = (input["required"] ?? []) as string[];
  const example = examples[key].input as Record<string, unknown>;
  return Object.entries((input["properties"] ?? {}) as Record<string, Json>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: "query",
      required: requiredNames.includes(name),
      description,
      schema,
      ...(example[name] !== undefined && { example: example[name] }),
    }),
  );
}

function createResponses(key: EndpointKey, schemas: Record<string, Json>): Json {
  const { method, data } = getEndpoint(key);
  const name = Object.keys(entities).find((entityName) => entities[entityName] === data);
  const schema = {
    type: "object",
    properties: {
      code: { type: "integer", enum: [0, 200] },
      message: { type: "string" },
      data: name ? { $ref: `#/components/schemas/${name}` } : schemas[`${key} data`]!,
    },
    required: ["code", "message", "data"],
  };
  const hasTarget = /\.(info|prevnext)$/.test(key) || "cat" in (schemas[`${key} input`]!["properties"] as Json);
  const createFailureRef = (part: string) => ({ $ref: `#/components/responses/${part}` });
  return {
    200: {
      description: "Success.",
      content: createJsonContent(schema, { code: 200, message: "ok", data: examples[key].data }),
    },
    ...(method !== "GET" && { 400: createFailureRef("Refused") }),
    401: createFailureRef("Unauthorized"),
    ...(hasTarget && { 404: createFailureRef("NotFound") }),
    ...(method !== "GET" && { 429: createFailureRef("Later") }),
    default: createFailureRef("Failure"),
  };
}

function createJsonContent(schema: Json, example: unknown): Json {
  return { "application/json": { schema, example } };
}

function toPascalCase(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1);
}

/** Entry of `npm run openapi`: writes the committed document. A test fails if it is outdated. */
if (import.meta.main) {
  const file = "backend-kit/openapi.json";
  writeFileSync(file, `${JSON.stringify(createOpenApi(), null, 2)}\n`);
  console.log(`${file} is written.`);
}
