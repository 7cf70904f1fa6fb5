import { isScalar, parseDocument, visit, YAMLParseError, type DocumentOptions, type ParseOptions } from "yaml";

/** Parses YAML and reports duplicate keys itself, because the library takes minutes to compare many keys. */
export function parseYaml(source: string, options: ParseOptions & DocumentOptions = {}) {
  const document = parseDocument(source, { prettyErrors: false, ...options, uniqueKeys: false });
  visit(document, {
    Map(_key, map) {
      const names = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (names.has(key.value)) {
          const [start, end] = key.range!;
          document.errors.push(new YAMLParseError([start, end], "DUPLICATE_KEY", "Map keys must be unique"));
        }
        names.add(key.value);
      }
    },
  });
  return document;
}
