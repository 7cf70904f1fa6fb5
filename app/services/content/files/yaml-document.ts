import { isScalar, parseDocument, visit, YAMLParseError, type DocumentOptions, type ParseOptions } from "yaml";

/** The library compares each key with all earlier ones, which takes minutes for many. */
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
