import PdfDocument from "pdfkit";
import { hashCertificateData, type CertificateData, type Words } from "./certificate-data.ts";

/** A font with Chinese characters. `face` names one of a collection (`.ttc`). */
export type Font = { file: string; face?: string };

const page = { left: 56, right: 539, width: 483 };
const colours = { ink: "#1d2521", soft: "#5b635d", line: "#b9b5a8", seal: "#9c2a10" };
const columns = [
  { left: page.left, width: 225 },
  { left: page.left + 235, width: 150 },
  { left: page.left + 395, width: 88 },
];

const specimen = "演示样本，不作放行依据 · Demonstration specimen, not for release";

/** Draws the certificate of a batch in all languages, on a page of A4. Equal data make equal bytes. */
export async function drawCertificate(data: CertificateData, font: Font): Promise<Buffer> {
  const document = new PdfDocument({
    size: "A4",
    margin: page.left,
    lang: "zh-CN",
    info: {
      Title: `Certificate of analysis ${data.number}`,
      Author: data.company.at(-1) ?? "",
      Keywords: hashCertificateData(data),
      CreationDate: new Date(data.produced),
    },
  });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const completion = new Promise((resolve) => document.on("end", resolve));
  document.registerFont("text", font.file, font.face).font("text");
  drawHead(document, data);
  drawFacts(document, data);
  drawResults(document, data);
  drawFoot(document, data);
  document.end();
  await completion;
  return Buffer.concat(chunks);
}

type Document = PDFKit.PDFDocument;

const join = (words: Words) => words.join("  ");

function drawLine(document: Document, y: number, colour = colours.line): void {
  document.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.6).stroke(colour);
}

function drawHead(document: Document, { company }: CertificateData): void {
  const [first = "", ...otherNames] = company;
  document.fillColor(colours.ink).fontSize(13).text(first, page.left, 52, { align: "center", width: page.width });
  document.fillColor(colours.soft).fontSize(9).text(otherNames.join(" "), { align: "center", width: page.width });
  document
    .fillColor(colours.ink)
    .fontSize(20)
    .text("检验报告书", page.left, 98, { align: "center", width: page.width });
  document.fontSize(11).text("Certificate of analysis", { align: "center", width: page.width });
  const top = document.y + 10;
  document
    .roundedRect(page.left + 70, top, page.width - 140, 22, 3)
    .lineWidth(1)
    .stroke(colours.seal);
  document.fillColor(colours.seal).fontSize(10);
  document.text(specimen, page.left + 70, top + 4, { align: "center", width: page.width - 140 });
  document.y = top + 36;
}

function drawFacts(document: Document, data: CertificateData): void {
  const rows: [label: string, value: string][] = [
    ["产品  Product", join(data.product)],
    ["批号  Batch number", data.number],
    ["生产日期  Produced", data.produced],
    ["采收  Harvest", join(data.harvest)],
    ["保质期至  Best before", data.bestBefore],
    ["产地  Origin", data.origin.join("\n")],
  ];
  drawLine(document, document.y);
  for (const [label, value] of rows) {
    const top = document.y + 4;
    document.fillColor(colours.soft).fontSize(9).text(label, page.left, top, { width: 150 });
    document.fillColor(colours.ink).text(value, page.left + 160, top, { width: page.width - 160 });
    drawLine(document, document.y + 3);
    document.y += 3;
  }
  document.y += 16;
}

function drawResults(document: Document, { results }: CertificateData): void {
  drawRow(
    document,
    [
      ["检验项目", "Test"],
      ["标准规定", "Requirement"],
      ["结果", "Result"],
    ],
    colours.soft,
  );
  for (const { test, limit, result } of results) drawRow(document, [test, limit, result], colours.ink);
}

function drawRow(document: Document, cells: Words[], colour: string): void {
  const top = document.y + 4;
  document.fillColor(colour).fontSize(9);
  const bottoms = cells.map((words, index) => {
    const { left, width } = columns[index]!;
    document.text(join(words), left, top, { width });
    return document.y;
  });
  document.y = Math.max(...bottoms) + 3;
  drawLine(document, document.y);
}

function drawFoot(document: Document, { address }: CertificateData): void {
  const width = { width: page.width };
  document.fillColor(colours.ink).fontSize(9.5);
  document.text("结论：所检项目符合《中国药典》2020 年版规定。", page.left, document.y + 14, width);
  document.fillColor(colours.soft).fontSize(8.5);
  document.text("Conclusion: the tests made comply with the Chinese Pharmacopoeia, edition of 2020.", width);
  const top = document.y + 22;
  document.fillColor(colours.ink).fontSize(9);
  ["检验  Analyst", "复核  Reviewed", "批准  Approved"].forEach((label, index) => {
    document.text(`${label}  ____________`, page.left + (index * page.width) / 3, top, { lineBreak: false });
  });
  document
    .fillColor(colours.soft)
    .fontSize(8)
    .text(address.join("  ·  "), page.left, 762, { ...width, align: "center" });
}
