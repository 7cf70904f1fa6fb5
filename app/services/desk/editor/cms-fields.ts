import { z } from "zod";
import { defaultLocale, isLocale } from "#app/i18n/locales.ts";
import { filesFolder } from "#app/services/content/files/content-path.ts";
import { maxMenuLevels } from "#app/services/content/files/schemas/content-schema.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { getKindName, getLabel, getValueLabel } from "./content-names.ts";

export type CmsField = Widget & { name: string; label: string };

type Widget = { widget: string; [option: string]: unknown };

type JsonSchema = z.core.JSONSchema.JSONSchema;

export type SelectOption<Value = string | number> = { label: string; value: Value };

/** `display`: the field whose value labels a choice. */
type Relation = { collection: string; display: string };

export type FieldOptions = {
  ownerTexts: OwnerTexts;
  /** Whether the fields belong to a language, unlike facts. */
  isLocalized?: boolean;
  /** Choices by field name. The key `page.path` means the field `path` of entries of type `page`. */
  choices: Readonly<Record<string, readonly SelectOption[]>>;
  /** Collections by the names of fields that contain ids of their entries. New entries are selectable at once. */
  relations?: Readonly<Record<string, Relation>>;
  /** Kind of the items; a field may have its own label and hint for it. */
  kind?: string;
};

/** Folder of files that are served unchanged, and its URL. */
const filesOptions = { media_folder: `/content/${filesFolder}`, public_folder: `/${filesFolder}` };

const headings = ["one", "two", "three", "four", "five", "six"].map((level) => `heading-${level}`);

/** Formatted text. Its toolbar lacks strike-through and code, which no page needs. */
export const markdown: Widget = {
  widget: "markdown",
  buttons: ["bold", "italic", "link", ...headings, "quote", "bulleted-list", "numbered-list"],
};

const widgets: Record<string, Widget> = {
  text: { widget: "text" },
  markdown,
  image: { widget: "image" },
  ownImage: { widget: "image", ...filesOptions },
  file: { widget: "file", accept: "application/pdf,image/*", ...filesOptions },
  hidden: { widget: "hidden" },
  // The editor generates the value of a new entry.
  uuid: { widget: "hidden", default: "{{uuid}}" },
};

export function createFields(schema: z.ZodType, options: FieldOptions): CmsField[] {
  const { json, context } = openSchema(schema, options);
  return putRequiredFirst(createObjectFields(json, context));
}

export function putRequiredFirst(fields: readonly CmsField[]): CmsField[] {
  const isOptional = ({ required }: CmsField) => required === false;
  return [...fields.filter((field) => !isOptional(field)), ...fields.filter(isOptional)];
}

export function createFileFields(schema: z.ZodType, name: string, options: FieldOptions): CmsField[] {
  if (!(schema instanceof z.ZodArray)) return createFields(schema, options);
  const { json, context } = openSchema(schema, options);
  return [{ ...createField(name, json, true, context), label: getKindName(name, options.ownerTexts), root: true }];
}

/** `type`: type of the list entry, if entries have types. */
type Context = FieldOptions & { definitions: Record<string, JsonSchema>; depth: number; type?: string };

function openSchema(schema: z.ZodType, options: FieldOptions): { json: JsonSchema; context: Context } {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  return { json, context: { ...options, definitions: (json.$defs ?? {}) as Context["definitions"], depth: 1 } };
}

const resolve = (schema: JsonSchema, { definitions }: Context): JsonSchema =>
  schema.$ref ? definitions[schema.$ref.replace("#/$defs/", "")]! : schema;

function createObjectFields({ properties = {}, required = [] }: JsonSchema, context: Context): CmsField[] {
  return Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, schema]) => {
    if (name === "children" && context.depth > maxMenuLevels) return [];
    return [createField(name, schema, required.includes(name), context)];
  });
}

function createField(name: string, schema: JsonSchema, isRequired: boolean, context: Context): CmsField {
  const { ownerTexts, isLocalized, kind } = context;
  const hint = ownerTexts.t(`content.hints.${name}` as never, { defaultValue: "", context: kind }) as string;
  const common = { name, label: getLabel(name, ownerTexts, kind), required: isRequired, ...(hint && { hint }) };
  const widget = createWidget(name, schema, context);
  // A picture is the same in all languages, except in lists.
  const i18n = widget.widget === "image" && context.depth === 1 ? "duplicate" : true;
  return { ...common, ...(isLocalized && { i18n }), ...widget };
}

function createWidget(name: string, schema: JsonSchema, context: Context): Widget {
  const { ownerTexts, choices, relations = {}, type: entryType } = context;
  // If either a text or a number is allowed (`anyOf`), the form has a text field.
  const resolvedSchema = resolve((schema.anyOf?.[0] as JsonSchema | undefined) ?? schema, context);
  const { type, format, properties, items } = resolvedSchema;
  const { enum: values, const: constValue } = items ? resolve(items as JsonSchema, context) : resolvedSchema;
  const preset = widgets[String(resolvedSchema["widget"])];
  const allowed = (values ?? (constValue === undefined ? undefined : [constValue])) as
    SelectOption["value"][] | undefined;
  const named = allowed?.map((value) => ({ value, label: getValueLabel(String(value), ownerTexts) }));
  const options = choices[`${entryType}.${name}`] ?? choices[name] ?? named;
  const { collection, display } = relations[name] ?? {};
  const relation = collection && { widget: "relation", collection, value_field: "{{slug}}", display_fields: [display] };
  if (items) {
    const range = { min: resolvedSchema.minItems, max: resolvedSchema.maxItems };
    if (relation) return { ...relation, multiple: true, ...range };
    if (options) return { widget: "select", multiple: true, options, ...range };
    if (preset) return { widget: "list", ...range, field: { name, label: getLabel("photo", ownerTexts), ...preset } };
    const entry = resolve(items as JsonSchema, context);
    // Only a list of lists needs a `field`. In a list of texts each line is an entry.
    const field = entry.items && { field: createField("words", entry, true, context) };
    if (!entry.properties) return { widget: "list", ...range, ...field };
    const innerContext = { ...context, depth: context.depth + 1 };
    // A copy of an entry would have the same hidden id.
    if (entry["hasTypeField"])
      return {
        widget: "list",
        types: createTypes(entry, innerContext),
        collapsed: true,
        allow_duplicate: false,
        ...range,
      };
    const fields = createObjectFields(entry, innerContext);
    return { widget: "list", fields, collapsed: true, ...range, ...createSummary(fields, ownerTexts) };
  }
  if (properties) {
    const fields = createObjectFields(resolvedSchema, context);
    if (!fields.every(({ name: code }) => isLocale(code))) return { widget: "object", collapsed: true, fields };
    // Only the words in the first language are required.
    return { widget: "object", fields: fields.map((one) => ({ ...one, required: one.name === defaultLocale })) };
  }
  if (relation) return relation;
  if (preset) return preset;
  if (options) return { widget: "select", options };
  if (type === "boolean") return { widget: "boolean", default: false };
  if (type === "number" || type === "integer")
    return {
      widget: "number",
      value_type: type === "integer" ? "int" : "float",
      min: resolvedSchema.minimum,
      max: resolvedSchema.maximum,
    };
  if (format === "date") return { widget: "datetime", type: "date", format: "YYYY-MM-DD" };
  if (format === "date-time") return { widget: "datetime", format: "YYYY-MM-DDTHH:mm:ssZ" };
  const patterns = [resolvedSchema, ...(resolvedSchema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? []);
  const pattern = patterns.length === 1 && { pattern: [patterns[0], ownerTexts.t("desk.content.pattern")] };
  return { widget: "string", ...pattern };
}

/** Creates a list's entry types, one for each value of `type`, because the choices of other fields depend on it. */
function createTypes({ properties: { type, ...properties } = {}, required }: JsonSchema, context: Context) {
  return ((type as JsonSchema).enum as string[]).map((name) => {
    const fields = createObjectFields({ properties, ...(required && { required }) }, { ...context, type: name });
    return {
      name,
      label: getValueLabel(name, context.ownerTexts),
      fields,
      ...createSummary(fields, context.ownerTexts),
    };
  });
}

function createSummary(fields: readonly CmsField[], { locale }: OwnerTexts) {
  const names = ["title", "label", "name", "herb", "test", "from", "photo", "kind"];
  const field = names.flatMap((name) => fields.find((one) => one.name === name) ?? [])[0];
  return field && { summary: `{{fields.${field.name}${field["fields"] ? `.${locale}` : ""}}}` };
}
