import { createContext, data, href, redirect } from "react-router";
import { getContentDesk } from "#app/http/desk-context.ts";
import type { Context } from "#app/http/request-context.ts";
import type { PublishResult } from "#app/services/content/publish/publish-result.ts";
import type { PublishingTask } from "#app/services/desk/publishing/publishing-client.ts";
import { redirectWithNotice, type Notice } from "./data.server.ts";

/**
 * An action's outcome, for the loader. `chosen`: selected parts. `problem`: why nothing was done. `asksUnrecall`: whether
 * to ask before a recall is taken back.
 */
export type LoaderFacts = {
  result?: PublishResult;
  chosen?: readonly string[];
  problem?: string;
  asksUnrecall?: boolean;
};

export const publishContext = createContext<LoaderFacts | null>(null);

/** Runs a slow task. If it isn't done after a moment, redirects to the publish page, which reports the progress. */
export async function runAndRespond(context: Context, work: PublishingTask, run: () => Promise<PublishResult>) {
  const { account, publishing } = getContentDesk(context);
  const result = await publishing.running.run(account, work, run);
  return result ? respond(context, work, result) : redirect(href("/desk/publish"), 303);
}

const notices: Partial<Record<PublishingTask["work"], Notice>> = { recall: "recalled", unrecall: "unrecalled" };

/** Redirects with a notice, to the new release if there is one. Passes the reasons for a failure to the loader. */
export function respond(context: Context, { work, chosen, ...facts }: PublishingTask, result: PublishResult) {
  const { desk, account, ownerTexts, publishing } = getContentDesk(context);
  const { outcome } = result;
  desk.log.info({ account, ...facts, outcome }, `desk: ${work}`);
  switch (outcome) {
    case "mistakes":
    case "failed":
    case "locked":
    case "ended":
      context.set(publishContext, { result, ...(chosen && { chosen }) });
      return data(null, { status: 409 });
    case "stale":
      context.set(publishContext, { chosen: chosen ?? [], problem: ownerTexts.t("desk.publish.stale") });
      return data(null, { status: 409 });
    case "published": {
      const address = href("/desk/releases/:id", { id: result.id });
      return redirectWithNotice(notices[work] ?? "published", address);
    }
    case "unchanged": {
      const notice = work === "share" ? "notShared" : notices[work];
      if (notice) return redirectWithNotice(notice);
      // A second click chooses parts that were just published, so it redirects to their release.
      const currentId = chosen && chosen.length > 0 ? publishing.getCurrentId() : undefined;
      return redirectWithNotice("unchanged", currentId && href("/desk/releases/:id", { id: currentId }));
    }
    case "undone":
    case "shared":
      return redirectWithNotice(outcome);
    case "dry-run":
      throw new Error("a dry run responds to no form");
  }
}
