import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { EndpointInput, EndpointKey } from "#app/services/api/contract/calls/endpoints.ts";
import {
  forms,
  listFields,
  mapFormCalls,
  type FieldName,
  type FormName,
} from "#app/services/api/contract/forms/forms.ts";
import { kinds, type Kind } from "#app/services/api/contract/kinds.ts";

type Example<K extends EndpointKey> = { input: EndpointInput<K>; data: object };

type Examples = { [K in EndpointKey]: Example<K> };

const source = readFileSync(new URL("examples.yaml", import.meta.url), "utf8");
const { items, details, cautions, texts, requestedItems, calls } = parse(source, { merge: true }) as {
  items: Record<Kind, { id: number }>;
  details: object;
  cautions: Partial<Record<Kind, object>>;
  texts: Partial<Record<FieldName, string>>;
  requestedItems: object[];
  calls: Examples;
};

const kindCalls = kinds.flatMap((kind) => {
  const item = items[kind];
  const page = { rows: [item], total: 1, page: 1, pageSize: 12 };
  return [
    [`${kind}.list`, { input: { page: 1, pageSize: 12 }, data: page }],
    [`${kind}.info`, { input: { id: String(item.id) }, data: { ...item, ...details, ...cautions[kind] } }],
  ];
});

function createFormExample(form: FormName) {
  const fields = listFields(form).map(([name]) => [name, texts[name] ?? "What is typed"]);
  const requestedFields = "hasItems" in forms[form] && { items: requestedItems };
  const input = { contact: "", ...Object.fromEntries(fields), ...requestedFields, locale: "en" as const };
  return { input, data: { id: "1024" } };
}

/** Examples of all calls. The tests compare them with the contract. */
export const examples: Examples = { ...calls, ...Object.fromEntries(kindCalls), ...mapFormCalls(createFormExample) };
