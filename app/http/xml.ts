import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import type { RouterContextProvider } from "react-router";
import { getAbsoluteCacheControl } from "./origin.ts";

/** Escapes a text for XML. Control characters are removed, because XML can't contain them. */
export function escapeXml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
  return text
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, "")
    .replace(/[&<>"']/g, (character) => entities[character]!);
}

/** Renders an element with text; empty without text. */
export function renderElement(name: string, text: string | undefined): string {
  return text ? `<${name}>${escapeXml(text)}</${name}>` : "";
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

function createHeaders(context: Readonly<RouterContextProvider>, type: string) {
  return { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": getAbsoluteCacheControl(context) };
}

/** Creates an XML response. */
export function createXmlResponse(
  context: Readonly<RouterContextProvider>,
  body: string,
  type = "application/xml",
): Response {
  return new Response(`${declaration}${body}\n`, { headers: createHeaders(context, type) });
}

/** Creates an XML response whose parts are made one after the other, when the server reads them. */
export function createXmlStream(context: Readonly<RouterContextProvider>, parts: AsyncIterable<string>): Response {
  const body = createReadableStreamFromReadable(Readable.from(addDeclaration(parts), { objectMode: false }));
  return new Response(body, { headers: createHeaders(context, "application/xml") });
}

async function* addDeclaration(parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield declaration;
  yield* parts;
}
