import { createHash } from "node:crypto";
import type { LocalizedText } from "../../app/services/content/files/batch-schema.ts";
import type { ContentSource, SourceBatch, SourceItem } from "../../app/services/content/files/content-source.ts";
import { defaultLocale, localeCodes } from "../../app/i18n/locales.ts";

/** A text of a certificate in each language, or one text if all are equal. */
export type Words = string[];

/** Texts of a certificate. */
export type CertificateData = {
  number: string;
  company: Words;
  address: Words;
  product: Words;
  produced: string;
  harvest: Words;
  bestBefore: string;
  origin: Words;
  results: { test: Words; limit: Words; result: Words }[];
};

/** Collects the texts of a batch's certificate from the content. */
export function createCertificateData(source: ContentSource, { id, facts }: SourceBatch): CertificateData {
  const product = [...source.items].find((item) => item.kind === "product" && item.id === facts.product);
  const settings = source.documents.settings as Record<string, { company?: string; address?: string }>;
  const getSetting = (field: "company" | "address") =>
    removeDuplicates(localeCodes.map((code) => settings[code]?.[field]));
  return {
    number: id,
    company: getSetting("company"),
    address: getSetting("address"),
    product: removeDuplicates(localeCodes.map((code) => getTitle(product, code))),
    produced: facts.produced,
    harvest: toWords(facts.harvest),
    bestBefore: facts.bestBefore ?? "",
    origin: toWords(facts.origin),
    results: facts.results.map(({ test, limit, result }) => ({
      test: toWords(test),
      limit: toWords(limit),
      result: toWords(result),
    })),
  };
}

function getTitle(product: SourceItem | undefined, code: (typeof localeCodes)[number]): string | undefined {
  return product?.translations[code]?.words.title ?? product?.translations[defaultLocale]?.words.title;
}

function toWords(text: LocalizedText | undefined): Words {
  return typeof text === "object" ? removeDuplicates(localeCodes.map((code) => text[code])) : removeDuplicates([text]);
}

function removeDuplicates(texts: readonly (string | undefined)[]): Words {
  return [...new Set(texts.filter((text) => text !== undefined))];
}

/** Hashes the texts of a certificate. Its PDF has the hash as a keyword, so that a test finds outdated ones. */
export function hashCertificateData(data: CertificateData): string {
  return createHash("sha256").update(JSON.stringify(data)).digest("hex");
}
