import { data } from "react-router";
import { getContentDesk } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { getOrigin } from "#app/http/request-context.ts";
import { notFound } from "#app/http/responses.ts";
import { formatMessage } from "#app/services/content/checks/messages.ts";
import { readAddress, readSitePaths } from "#app/services/desk/items/lead-address.ts";
import { redirectWithNotice } from "#app/routes/desk/frame/data.server.ts";
import { listAll } from "../data.server.ts";

type Args = Parameters<typeof notFound>[0];

const maxChoices = 1000;

function readFrom(args: Args): string {
  const from = args.url.searchParams.get("from") ?? "";
  if (!from.startsWith("/") || from.length > 300) throw notFound(args);
  return from;
}

export async function loadRedirect(args: Args) {
  const visit = getContentDesk(args.context);
  const items = await listAll(visit);
  const named = new Set(items.map(({ address }) => address));
  const others = [...readSitePaths(visit.desk.environment.CONTENT_DIR).pages()].filter((path) => !named.has(path));
  const pages = [
    ...others.map((path) => ({ path, label: path })),
    ...items.map(({ address, place }) => ({ path: address, label: place })),
  ];
  return { from: readFrom(args), pages: pages.slice(0, maxChoices) };
}

export async function saveRedirect(args: Args) {
  const { desk, account, owner, publishing } = getContentDesk(args.context);
  const from = readFrom(args);
  const form = await readForm(args);
  const typed = (form.get("to") ?? "").slice(0, 500);
  const to = readAddress(typed, [args.url.origin, getOrigin(args.context, args.url)]);
  const target = form.get("intent") === "gone" ? { gone: true } : { to };
  const result = await publishing.leadAddress({ from, ...target });
  if ("refused" in result) {
    desk.log.error({ account, problem: result.problem }, "desk: the content folder can't be written");
    return data({ typed, problem: owner.t("desk.content.refused.folder") }, { status: 503 });
  }
  if (result.mistake) return data({ typed, problem: formatMessage(result.mistake, owner.locale) }, { status: 422 });
  desk.log.info({ account, from, ...target }, "desk: redirect");
  desk.noteEdits(["redirects.yaml"], account);
  return redirectWithNotice("led");
}
