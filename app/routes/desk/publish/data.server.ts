import { parse } from "node:path";
import { href, type RouterContextProvider } from "react-router";
import { getContentDesk, getDesk, getPublishing } from "#app/http/desk-context.ts";
import { getOrigin } from "#app/http/request-context.ts";
import ownerMessages from "#app/i18n/messages/cn/owner.json" with { type: "json" };
import { localeCodes, locales } from "#app/i18n/locales.ts";
import { getListPath } from "#app/i18n/urls.ts";
import type { ContentChange, FieldChange } from "#app/services/content/changes/compare-content.ts";
import { getPartAddress } from "#app/services/content/changes/parts.ts";
import {
  createFormAddress,
  describeField,
  describeLocation,
  getFileLocale,
  getValueLabel,
} from "#app/services/desk/content-names.ts";
import type { Edit } from "#app/services/desk/items/edit-log.ts";
import type { DeskResult } from "#app/services/desk/publishing/desk-results.ts";
import type { OwnerTexts } from "#app/services/submissions/inbox/owner-texts.ts";
import { respond, resultContext, formatShownPart, type PublishView } from "./action.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Maximum milliseconds to wait for the check. After that the page polls. */
const maxCheckMs = 600;

/**
 * Loads the changes that publishing would make, or the mistakes. While a check runs, loads the last result. While a
 * task of this account runs, loads only its progress. With `?discard`, loads the change that would be lost.
 * @throws a redirect to the task's result
 */
export async function loadPublication(url: URL, context: Context) {
  const { account, ownerTexts, publishing } = getContentDesk(context);
  const running = context.get(resultContext) ? undefined : await publishing.running.take(account);
  if (running && !running.result) return { progress: describeProgress(running.facts.work, context, running.since) };
  const taskResponse = running?.result && respond(context, running.facts, running.result);
  if (taskResponse instanceof Response) throw taskResponse;
  const shownResult = context.get(resultContext) ?? (await publishing.awaitCheck(ownerTexts.locale, maxCheckMs));
  const checkedAt =
    "time" in shownResult && shownResult.time !== undefined
      ? ownerTexts.formatSortableTime(shownResult.time)
      : undefined;
  const isChecking = "isChecking" in shownResult && shownResult.isChecking;
  const progress = isChecking ? { ...describeProgress("check", context), checkedAt } : undefined;
  const { result } = shownResult;
  if (!result) return { progress };
  const undoTo = "undoTo" in result ? result.undoTo : undefined;
  const lostChange = "changes" in result && result.changes.find(({ part }) => part === url.searchParams.get("discard"));
  if (lostChange) return { lost: describeChange(lostChange, undefined, ownerTexts) };
  return {
    progress,
    result: describeResult({ ...shownResult, result }, context),
    undoTo: undoTo && { id: undoTo.id, time: ownerTexts.formatTime(undoTo.time) },
    shared: await listShared(url, context),
  };
}

/** @param since start of the task in milliseconds */
function describeProgress(work: keyof typeof ownerMessages.desk.publish.running, context: Context, since = Date.now()) {
  const { ownerTexts, publishing } = getContentDesk(context);
  const holder = publishing.findHolder();
  return {
    work,
    seconds: Math.round((Date.now() - since) / 1000),
    waiting:
      holder && ownerTexts.t("desk.publish.waiting", { ...holder, time: ownerTexts.formatSortableTime(holder.since) }),
    checkedAt: undefined as string | undefined,
  };
}

async function listShared(url: URL, context: Context) {
  const { desk, ownerTexts } = getDesk(context);
  const links = await desk.draftLinks.list();
  return links.map(({ id, token, path, title, part, by, until }) => ({
    id,
    title: title ?? part,
    by,
    until: ownerTexts.formatSortableTime(until),
    address: getOrigin(context, url) + href("/desk/shared/:token/*", { token, "*": path.slice(1) }),
  }));
}

export type ShownResult = ReturnType<typeof describeResult>;

export function describeResult({ result, chosen, problem }: PublishView, context: Context) {
  const { desk, ownerTexts } = getDesk(context);
  const edits = new Map(desk.listEdits().map((edit) => [edit.part, edit]));
  const drafts = "changes" in result ? result : { changes: [], files: [], hidden: 0 };
  const unselected = new Set(getPublishing(context).listUnselected());
  const isChosen = (part: string) => chosen?.includes(part) ?? !unselected.has(part);
  const releaseId = "id" in result ? result.id : undefined;
  return {
    outcome: result.outcome,
    problem: describeFailure(result, ownerTexts) ?? problem,
    mistakes:
      result.outcome === "mistakes" ? result.mistakes.map((mistake) => describeMistake(mistake, ownerTexts)) : [],
    remarks: "remarks" in result ? groupRemarks(result.remarks, ownerTexts) : [],
    /** Unselected parts that the selected ones need. */
    needed: (result.outcome === "mistakes" ? result.needed : []).map((part) => {
      const title = drafts.changes.find((change) => change.part === part)?.title;
      return { part, name: isPublicFile(part) ? part : describeLocation(part, title, "", ownerTexts) };
    }),
    changes: drafts.changes.map((change) => {
      const path = change.action === "removed" ? undefined : getPreviewPath(change.part);
      return {
        ...describeChange(change, edits.get(change.part), ownerTexts),
        isChosen: isChosen(change.part),
        path,
        previews: releaseId === undefined ? [] : listPreviews(releaseId, path),
      };
    }),
    /** Selectable parts, as values of form fields. */
    shown: [...drafts.changes, ...drafts.files.map((part) => ({ part }))].map(formatShownPart),
    files: drafts.files.map((name) => ({ name, isChosen: isChosen(name) })),
    hidden: drafts.hidden,
  };
}

function describeFailure(result: DeskResult, ownerTexts: OwnerTexts): string | undefined {
  if (result.outcome === "failed") return result.text;
  const { outcome } = result;
  return outcome === "locked" || outcome === "ended" ? ownerTexts.t(`desk.publish.${outcome}`) : undefined;
}

type Mistake = Extract<DeskResult, { outcome: "mistakes" }>["mistakes"][number];

const describeMistake = ({ file, title, field, text }: Mistake, ownerTexts: OwnerTexts) => ({
  place: describeLocation(file, title, field, ownerTexts),
  address: createFormAddress(file),
  text,
});

type Remark = Extract<DeskResult, { outcome: "unchanged" }>["remarks"][number];

function groupRemarks(remarks: readonly Remark[], ownerTexts: OwnerTexts) {
  const remarksByPlace = Map.groupBy(remarks, ({ file, title, field }) =>
    describeLocation(file, title, field, ownerTexts),
  );
  return Array.from(remarksByPlace, ([place, group]) => ({
    place,
    address: createFormAddress(group[0]!.file),
    remarks: group.map(({ text, sentences = [], version }) => ({ text, sentences, version })),
  }));
}

/** Whether a part is a file of `public`, named by its URL. */
const isPublicFile = (part: string): boolean => part.startsWith("/");

export function describeChange(change: ContentChange, edit: Edit | undefined, ownerTexts: OwnerTexts) {
  const { part, version, action, from, title, isShown, isUnrecalled, missing = [], vanished, fields } = change;
  const { name: kind } = parse(part.split("/")[0]!);
  const address = { id: "address", name: ownerTexts.t("desk.address.field"), to: getPartAddress(part) };
  return {
    part,
    version,
    action,
    place: describeLocation(part, title, "", ownerTexts),
    vanished,
    isUnrecalled,
    missing: missing.map((code) => getValueLabel(code, ownerTexts)),
    /** Path of the part's public page. */
    page: isShown ? getPartAddress(part) : undefined,
    /** The part's former id, if its URL was changed. */
    formerId: from?.split("/")[1],
    edit: edit && {
      account: edit.account,
      time: ownerTexts.formatSortableTime(new Date(edit.time).toISOString()),
    },
    fields: [
      ...(from === undefined ? [] : [{ ...address, from: getPartAddress(from) }]),
      ...fields.map((field, index) => ({
        id: String(index),
        name: describeChangedField(field, kind, ownerTexts),
        from: field.from,
        to: field.to,
      })),
    ],
  };
}

function describeChangedField({ file, field }: FieldChange, kind: string, ownerTexts: OwnerTexts): string {
  const code = getFileLocale(file);
  // Adds the language to the name, except for facts and for fields in the first language.
  const name = field ? describeField(field, kind, ownerTexts) : parse(file).base;
  return code && code !== localeCodes[0] ? `${locales[code].label} · ${name}` : name;
}

function listPreviews(releaseId: string, path: string | undefined) {
  if (path === undefined) return [];
  return localeCodes.map((code) => {
    const { prefix, language, label } = locales[code];
    return {
      language,
      label,
      address: href("/desk/preview/:release/*", { release: releaseId, "*": (prefix + path).slice(1) }),
    };
  });
}

function getPreviewPath(part: string): string | undefined {
  const [folder = ""] = part.split("/");
  const address = getPartAddress(part);
  if (address !== undefined) return address;
  if (folder === "herbs") return getListPath("prescription");
  return ["menu", "adverts", "settings", "colours.yaml"].includes(folder) ? "/" : undefined;
}
