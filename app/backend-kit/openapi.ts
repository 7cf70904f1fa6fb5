import { z } from "zod";
import { documentedForm } from "../contract/documented.ts";
import { endpointOf, endpoints, type EndpointKey } from "../contract/endpoints.ts";
import {
  advertSchema,
  categorySchema,
  infoSchemas,
  menuItemSchema,
  refSchema,
  rowSchemas,
  settingsSchema,
} from "../contract/entities.ts";
import { envelopeSchema } from "../contract/envelope.ts";
import { examples } from "../contract/examples.ts";
import { kinds } from "../contract/kinds.ts";
import { remarks } from "../contract/remarks.ts";
import { openApiFrame, openApiHeaders, sharedParts } from "./openapi-frame.ts";

type Json = Record<string, unknown>;

const keys = Object.keys(endpoints) as EndpointKey[];

/** Entities that calls share, by the name that they have in the document. */
const entities: Record<string, z.ZodType> = {
  ...{ Advert: advertSchema, MenuItem: menuItemSchema, Settings: settingsSchema, Category: categorySchema },
  Ref: refSchema,
  ...Object.fromEntries(
    kinds.flatMap((kind) => [
      [`${pascal(kind)}Row`, rowSchemas[kind]],
      [pascal(kind), infoSchemas[kind]],
    ]),
  ),
};

/** The OpenAPI document of the contract: what a backend is asked, and what it should send. */
export function createOpenApi(): Json {
  const schemas = schemasByName();
  const paths: Record<string, Json> = {};
  for (const key of keys) {
    const { method, path } = endpointOf(key);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(key, schemas) };
  }
  const components = Object.fromEntries(Object.keys(entities).map((name) => [name, schemas[name]!]));
  const { code, message } = schemas["envelope"]!["properties"] as Json;
  return {
    ...openApiFrame,
    paths,
    components: {
      ...sharedParts,
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

/** Every schema as JSON Schema; entities within others are references. */
function schemasByName(): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  const add = (id: string, reader: z.ZodType) => registry.add(documentedForm(reader), { id });
  for (const [name, entity] of Object.entries(entities)) add(name, entity);
  add("envelope", envelopeSchema);
  for (const key of keys) {
    const { input, data } = endpointOf(key);
    if (!Object.values(entities).includes(data)) add(`${key} data`, data);
    // Calls may share an input: a form of its own, as a schema has one name only.
    registry.add(documentedForm(input).clone(), { id: `${key} input` });
  }
  const { schemas } = z.toJSONSchema(registry, { io: "input", uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plain(schema) as Json]));
}

/** Without what a document of its own would have, and without bounds that only say that a number is one. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(
    ([name, member]) => !["$schema", "$id"].includes(name) && Math.abs(member as number) !== Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
}

function operation(key: EndpointKey, schemas: Record<string, Json>): Json {
  const { method, retries } = endpointOf(key);
  const { summary, details, origin, isOptional } = remarks[key];
  const input = schemas[`${key} input`]!;
  const notes = [
    details,
    origin === "specified"
      ? "Given by the site's specification."
      : "Decided by this contract; the specification has no such call.",
    isOptional && "The site can do without it.",
    retries > 0 && "Tried once more, with the same `Idempotency-Key`, when the first try fails.",
  ];
  return {
    operationId: key.replace(/\.(\w)/, (_dot, letter: string) => letter.toUpperCase()),
    tags: [key.split(".")[0]!],
    summary,
    description: notes.filter(Boolean).join("\n\n"),
    "x-key": key,
    parameters: [...openApiHeaders(method), ...(method === "GET" ? queryParameters(key, input) : [])],
    ...(method === "POST" && {
      requestBody: { required: true, content: json(input, examples[key].input) },
    }),
    responses: responses(key, schemas),
  };
}

function queryParameters(key: EndpointKey, input: Json): Json[] {
  const required = (input["required"] ?? []) as string[];
  const example = examples[key].input as Record<string, unknown>;
  return Object.entries((input["properties"] ?? {}) as Record<string, Json>).map(
    ([name, { description, ...schema }]) => ({
      ...{ name, in: "query", required: required.includes(name), description, schema },
      ...(example[name] !== undefined && { example: example[name] }),
    }),
  );
}

function responses(key: EndpointKey, schemas: Record<string, Json>): Json {
  const { method, data } = endpointOf(key);
  const name = Object.keys(entities).find((one) => entities[one] === data);
  const schema = {
    type: "object",
    properties: {
      code: { type: "integer", enum: [0, 200] },
      message: { type: "string" },
      data: name ? { $ref: `#/components/schemas/${name}` } : schemas[`${key} data`]!,
    },
    required: ["code", "message", "data"],
  };
  const isNamed = /\.(info|prevnext)$/.test(key) || "cat" in (schemas[`${key} input`]!["properties"] as Json);
  const failure = (part: string) => ({ $ref: `#/components/responses/${part}` });
  return {
    200: { description: "Success.", content: json(schema, { code: 200, message: "ok", data: examples[key].data }) },
    ...(method === "POST" && { 400: failure("Refused") }),
    401: failure("Unauthorized"),
    ...(isNamed && { 404: failure("NotFound") }),
    ...(method === "POST" && { 429: failure("Later") }),
    default: failure("Failure"),
  };
}

function json(schema: Json, example: unknown): Json {
  return { "application/json": { schema, example } };
}

function pascal(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1);
}
