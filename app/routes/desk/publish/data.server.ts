import { href } from "react-router";
import { getContentDesk, getDesk, getPublishing } from "#app/http/desk-context.ts";
import { getOrigin, type Context } from "#app/http/request-context.ts";
import { localeCodes, locales } from "#app/i18n/locales.ts";
import ownerMessages from "#app/i18n/messages/cn/owner.json" with { type: "json" };
import { getListPath } from "#app/i18n/urls.ts";
import { describeChange } from "#app/routes/desk/frame/changes.server.ts";
import { publishContext, respond, type LoaderFacts } from "#app/routes/desk/frame/publishing.server.ts";
import type { Drafts } from "#app/services/content/changes/compare-content.ts";
import { isPublic } from "#app/services/content/changes/compare-parts.ts";
import { getPart, getPartAddress } from "#app/services/content/files/parts.ts";
import type { ListedProblem, PublishResult } from "#app/services/content/publish/publish-result.ts";
import { describeFailure, describeOutdated, describeProblem } from "#app/services/content/reading/content-report.ts";
import { createFormAddress, describeLocation } from "#app/services/desk/editor/content-names.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { formatShownPart } from "./action.server.ts";

/** Maximum milliseconds to wait for the check. After that the page polls. */
const maxCheckMs = 600;

/**
 * Loads the changes that publishing would make, or the mistakes. While a check runs, loads the last result. While a
 * task of this account runs, loads only its progress. With `?discard`, loads the change that would be lost.
 * @throws a redirect to the task's result
 */
export async function loadPublication(url: URL, context: Context) {
  const { account, ownerTexts, publishing } = getContentDesk(context);
  const running = context.get(publishContext) ? undefined : await publishing.running.take(account);
  if (running && !running.result) return { progress: describeProgress(running.facts.work, context, running.since) };
  const taskResponse = running?.result && respond(context, running.facts, running.result);
  if (taskResponse instanceof Response) throw taskResponse;
  const actionFacts = context.get(publishContext);
  const checked = actionFacts
    ? { result: actionFacts.result ?? (await publishing.refreshCheck()), isChecking: false, time: undefined }
    : await publishing.awaitCheck(maxCheckMs);
  const { result, isChecking, time } = checked;
  const checkedAt = time === undefined ? undefined : ownerTexts.formatSortableTime(time);
  const progress = isChecking ? { ...describeProgress("check", context), checkedAt } : undefined;
  if (!result) return { progress };
  const undoTo = "undoTo" in result ? result.undoTo : undefined;
  const discarded = url.searchParams.get("discard");
  const lostChange = getDrafts(result).changes.find(({ part }) => part === discarded);
  if (lostChange) return { lost: describeChange(lostChange, ownerTexts) };
  return {
    progress,
    result: describeResult(result, context, actionFacts ?? {}),
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

const getDrafts = (result: PublishResult): Drafts =>
  "drafts" in result ? result.drafts : { changes: [], files: [], hidden: 0 };

export function describeResult(
  result: PublishResult,
  context: Context,
  { chosen, problem, asksUnrecall = false }: LoaderFacts,
) {
  const { desk, ownerTexts } = getDesk(context);
  const edits = new Map(desk.listEdits().map((edit) => [edit.part, edit]));
  const drafts = getDrafts(result);
  const { listUnselected, listUndos } = getPublishing(context);
  const [unselected, undos] = [new Set(listUnselected()), listUndos()];
  const isChosen = (part: string) => chosen?.includes(part) ?? !unselected.has(part);
  const releaseId = "id" in result ? result.id : undefined;
  const describeMistake = (mistake: ListedProblem) => ({
    address: createFormAddress(mistake.file),
    ...describeListed(mistake, ownerTexts),
  });
  /** Removed items that others still name as related. */
  const related = new Set(
    "mistakes" in result ? result.mistakes.map(({ message }) => message.values?.["reference"]) : [],
  );
  const { mistakes, others } = splitBySelection(result, chosen ? [] : [...unselected]);
  return {
    outcome: result.outcome,
    problem: explainFailure(result, ownerTexts) ?? problem,
    mistakes: mistakes.map(describeMistake),
    otherMistakes: others.map(describeMistake),
    otherParts: new Set(others.map(({ file }) => getPart(file))).size,
    remarks: groupRemarks(result, ownerTexts),
    /** Unselected parts that the selected ones need. */
    needed: (result.outcome === "mistakes" ? result.needed : []).map((part) => {
      const title = drafts.changes.find((change) => change.part === part)?.title;
      return { part, name: isPublic(part) ? part : describeLocation(part, ownerTexts, title) };
    }),
    changes: drafts.changes.map((change) => {
      const undo = unselected.has(change.part) ? undos.find(({ parts }) => parts.includes(change.part)) : undefined;
      const path = change.action === "removed" ? undefined : getPreviewPath(change.part);
      return {
        ...describeChange(change, ownerTexts, edits.get(change.part)),
        isChosen: isChosen(change.part),
        undo: undo && { account: undo.account, time: ownerTexts.formatSortableTime(undo.time) },
        isRelated: related.has(change.part),
        path,
        previews: releaseId === undefined ? [] : listPreviews(releaseId, path),
      };
    }),
    asksUnrecall,
    /** Selectable parts, as values of form fields. */
    shown: [...drafts.changes, ...drafts.files.map((part) => ({ part }))].map(formatShownPart),
    files: drafts.files.map((name) => ({ name, isChosen: isChosen(name) })),
    hidden: drafts.hidden,
  };
}

/** Splits a check's mistakes: those in unselected drafts (`others`) prevent nothing. */
export function splitBySelection(result: PublishResult, unselected: readonly string[]) {
  const { mistakes, drafts } = result.outcome === "mistakes" ? result : { mistakes: [], drafts: undefined };
  const draftParts = new Set(drafts?.changes.map(({ part }) => part).filter((part) => unselected.includes(part)));
  const { true: others = [], false: own = [] } = Object.groupBy(
    mistakes,
    ({ file }) => `${draftParts.has(getPart(file))}`,
  );
  return { mistakes: own, others };
}

/** @returns why nothing was checked or published; `undefined` for other results */
export function explainFailure(result: PublishResult, { locale, t }: OwnerTexts): string | undefined {
  const { outcome } = result;
  if (outcome === "failed") return describeFailure(result, locale);
  return outcome === "locked" || outcome === "ended" ? t(`desk.publish.${outcome}`) : undefined;
}

function describeListed(problem: ListedProblem, ownerTexts: OwnerTexts) {
  const { field, text } = describeProblem(problem, ownerTexts.locale);
  return { place: describeLocation(problem.file, ownerTexts, problem.title, field), text };
}

/** Groups the remarks by their place. Those on outdated translations have the new sentences, and a version to confirm. */
function groupRemarks(result: PublishResult, ownerTexts: OwnerTexts) {
  const { remarks = [], outdated = [] } = "remarks" in result ? result : {};
  const describedRemarks = [
    ...remarks.map((remark) => ({
      file: remark.file,
      ...describeListed(remark, ownerTexts),
      sentences: [] as string[],
      version: remark.version,
    })),
    ...outdated.map((translation) => ({
      file: translation.file,
      place: describeLocation(translation.file, ownerTexts, translation.title),
      text: describeOutdated(translation, ownerTexts.locale),
      sentences: translation.sentences,
      version: translation.version,
    })),
  ];
  return Array.from(
    Map.groupBy(describedRemarks, ({ place }) => place),
    ([place, group]) => ({ place, address: createFormAddress(group[0]!.file), remarks: group }),
  );
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
