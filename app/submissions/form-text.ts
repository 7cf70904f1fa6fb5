/** Fields of a form as they were typed; line ends are `\n`, whatever the browser sends. */
export function asTyped<Field extends string>(form: URLSearchParams, fields: readonly Field[]): Record<Field, string> {
  const entries = fields.map((field) => [field, (form.get(field) ?? "").replace(/\r\n?/g, "\n")]);
  return Object.fromEntries(entries) as Record<Field, string>;
}
