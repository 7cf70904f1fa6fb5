import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readContentFolder } from "../../app/services/content/files/content-folder.ts";
import { paths } from "../../app/services/runtime/paths.ts";
import { formatName } from "../../tests/setup/skipped.ts";
import { createCertificateData, hashCertificateData } from "./certificate-data.ts";

const { source } = readContentFolder("content");
const batches = source.batches.map((batch) => [batch.id, batch] as const);

const maxCertificateBytes = 150_000;

const shippedBatches = ["DS251203", "GC251102", "HQ251201"];
const isComplete = shippedBatches.every((id) => batches.some(([other]) => other === id));
const reason = isComplete ? undefined : "batches of the demonstration were deleted";

test.skipIf(!isComplete)(formatName("three products of the demonstration have batches", reason), () => {
  expect(new Set(source.batches.map(({ facts }) => facts.product)).size).toBeGreaterThanOrEqual(3);
});

test.each(batches)("the certificate of %s is small, and was drawn from the current content", (_id, batch) => {
  const file = join(paths.public, batch.facts.certificate!);
  const pdf = readFileSync(file).toString("latin1");
  expect(statSync(file).size).toBeLessThan(maxCertificateBytes);
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const hash = hashCertificateData(createCertificateData(source, batch));
  expect(pdf.includes(hash), "run `npm run certificates`").toBe(true);
});

/** Returns the limits in percent that a text names, such as `≥0.080%` or `at least 0.45% and 1.8%`. */
const findLimits = (text: string) => [...text.matchAll(/(\d+(?:\.\d+)?)%/g)].map(([, figure]) => figure!);

test.each(batches)("%s has the limits of its product’s page, in each language", (_id, { facts, locales }) => {
  const product = [...source.items].find(({ kind, id }) => kind === "product" && id === facts.product)!;
  const limits = facts.results.flatMap(({ limit }) => (typeof limit === "string" ? findLimits(limit) : []));
  for (const locale of locales) {
    const { specs = [] } = product.translations[locale]!.words as { specs?: { label: string; value: string }[] };
    const rows = specs.filter(({ label }) => /含量|水分|assay|moisture/i.test(label));
    // Some texts name a limit for the raw herb and another one for slices. The batches are slices.
    const values = rows.map(({ value }) => value.split(/饮片：|slices: /).at(-1)!);
    expect(rows.length, locale).toBe(2);
    expect(limits, locale).toEqual(expect.arrayContaining(values.flatMap(findLimits)));
  }
});

test.each(batches)("the results of %s are within their limits", (_id, { facts }) => {
  const measuredResults = facts.results.filter(({ limit }) => typeof limit === "string");
  expect(measuredResults.length).toBeGreaterThan(5);
  for (const { test: name, limit, result } of measuredResults) {
    const [, sign, limitFigure, unit] = /^([≤≥])(\d+(?:\.\d+)?)(%| mg\/kg)$/.exec(limit as string)!;
    const [, figure, ownUnit] = /^(\d+(?:\.\d+)?)(%| mg\/kg)$/.exec(result as string)!;
    expect([name, ownUnit]).toEqual([name, unit]);
    expect([
      name,
      sign === "≤" ? Number(figure) <= Number(limitFigure) : Number(figure) >= Number(limitFigure),
    ]).toEqual([name, true]);
  }
});
