import type { RouterContextProvider } from "react-router";
import { absoluteCacheControl } from "./origin.ts";

/** A text as XML shows it; control characters, which it can't hold, are left out. */
export function escapeXml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
  return text.replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, "").replace(/[&<>"']/g, (one) => entities[one]!);
}

/** An element with text in it; nothing where there is no text. */
export function element(name: string, text: string | undefined): string {
  return text ? `<${name}>${escapeXml(text)}</${name}>` : "";
}

/** Answers with a document of XML. */
export function xmlResponse(
  context: Readonly<RouterContextProvider>,
  body: string,
  type = "application/xml",
): Response {
  const headers = { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": absoluteCacheControl(context) };
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, { headers });
}
