import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readContentFolder } from "../app/services/content/files/content-folder.ts";
import { paths } from "../app/services/runtime/paths.ts";
import { createCertificateData } from "./certificates/certificate-data.ts";
import { drawCertificate } from "./certificates/draw-certificate.ts";
import { mayReplace } from "./certificates/may-replace.ts";

/*
 * Entry of `npm run certificates -- --font FILE --face NAME`, which writes the certificates of the demonstration's batches
 * to the files that the batches name. It never replaces a file that it didn't draw. The font needs Chinese characters, as
 * Noto Sans CJK has them.
 */
const usage = "npm run certificates -- --font FILE --face NAME";
try {
  const { values } = parseArgs({ options: { font: { type: "string" }, face: { type: "string" } } });
  if (values.font === undefined) fail("--font is missing: name a font file with Chinese characters.");
  else if (!existsSync(values.font)) fail(`${values.font} isn't there: name a font file with Chinese characters.`);
  else await printCertificates(values.font, values.face);
} catch (error) {
  fail(`No certificate was written: ${(error as Error).message}`);
}

function fail(message: string): void {
  console.error(`${message}\n\n${usage}`);
  process.exitCode = 2;
}

async function printCertificates(font: string, face: string | undefined): Promise<void> {
  const { source } = readContentFolder("content");
  for (const batch of source.batches) {
    const { certificate } = batch.facts;
    if (certificate === undefined) continue;
    const file = join(paths.public, certificate);
    if (!mayReplace(file)) {
      console.log(`${certificate} stays: it is a file of yours`);
      continue;
    }
    const data = createCertificateData(source, batch);
    const bytes = await drawCertificate(data, { file: font, face });
    writeFileSync(file, bytes);
    console.log(`${certificate} (${bytes.length} bytes)`);
  }
}
