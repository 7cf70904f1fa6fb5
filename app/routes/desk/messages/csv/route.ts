import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { getDesk } from "#app/http/desk-context.ts";
import { getRequestId } from "#app/http/request-context.ts";
import { readMessagesQuery, toFilter } from "#app/routes/desk/messages/query.server.ts";
import { toCsv } from "#app/services/submissions/inbox/csv.ts";
import type { Route } from "./+types/route";

export function loader({ url, context }: Route.LoaderArgs): Response {
  const { desk, account, ownerTexts } = getDesk(context);
  desk.log.info({ requestId: getRequestId(context), account }, "desk: messages exported");
  const day = ownerTexts.formatSortableTime(Date.now()).slice(0, 10);
  const parts = desk.inbox.readParts(toFilter(readMessagesQuery(url.searchParams)));
  return new Response(createReadableStreamFromReadable(Readable.from(joinLines(toCsv(parts, ownerTexts)))), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename=messages-${day}.csv`,
    },
  });
}

async function* joinLines(csv: AsyncIterable<string[]>) {
  for await (const lines of csv) yield lines.join("");
}
