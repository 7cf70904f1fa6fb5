import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Router } from "express";
import { isReadRequest } from "../runtime/read-request.ts";
import baseStyles from "../../styles/base.css?inline";
import tokens from "../../styles/tokens.css?inline";
import deskStyles from "./desk.css?inline";
import { privateNoStore } from "../runtime/http-cache.ts";
import { showContent, showDraft } from "./content-frame.tsx";
import type { Desk } from "./desk.ts";
import { chooseLanguage, cookieNames, getOwner, isFromThisSite, readRequestCookie } from "./desk-request.ts";
import { endDevices, showDevices } from "./devices.tsx";
import { logOut, showLink, showLogin, submitLink, submitLogin } from "./login.tsx";
import { changeMessage, confirmForgetting, showMessage } from "./message.tsx";
import { exportMessages, showMessages } from "./messages.tsx";
import { showOverview } from "./overview.tsx";
import { sendNotFound, type DeskResponse } from "./page.tsx";
import { publish, showPublish } from "./publish.tsx";
import { showSearches } from "./searches.tsx";

/** Pages of the desk run no scripts. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

const styles = [tokens, baseStyles, deskStyles].join("\n");

type Options = {
  clientAddress: (request: Request) => string;
  /** Shows a page of the site with content that isn't published yet. */
  preview: RequestHandler<{ release: string; path: string[] }>;
};

export function createDeskRouter(desk: Desk, { clientAddress, preview }: Options): Router {
  const { publishing } = desk;
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use((request, response: DeskResponse, next) => {
    response.setHeader("Content-Security-Policy", policy);
    response.setHeader("Cache-Control", privateNoStore);
    Object.assign(response.locals, { desk, owner: getOwner(desk, request), address: clientAddress(request) });
    if (isReadRequest(request) || isFromThisSite(desk, request)) return next();
    response.sendStatus(404);
  });
  router.get("/desk.css", (_request, response) => void response.type("css").send(styles));
  router.use(chooseLanguage);
  const form = express.urlencoded({ extended: false, limit: "32kb" });
  router.get("/login", showLogin);
  router.post("/login", form, submitLogin);
  router.get("/link", showLink);
  router.post("/link", form, submitLink);
  router.use(async (request, response: DeskResponse, next) => {
    const token = readRequestCookie(request, cookieNames.session);
    const account = token && (await desk.findAccount(token));
    if (account) {
      response.locals.account = account;
      return next();
    }
    const { t } = response.locals.owner;
    // The editor shows the sentence beside the text, which stays.
    if (request.path.startsWith("/api/")) return void response.status(401).json({ message: t("desk.content.session") });
    // Only what a person opens in the browser leads to the login.
    if (request.method !== "GET") return void response.sendStatus(404);
    response.redirect(303, `/desk/login?${new URLSearchParams({ to: request.originalUrl.slice(0, 300) })}`);
  });
  // The editor's own button leads here.
  router.get("/logout", (request, response: DeskResponse) =>
    isFromThisSite(desk, request) ? logOut(request, response) : response.redirect(303, "/desk"),
  );
  router.post("/logout", logOut);
  if (publishing) {
    // A start needn't load the code of the editor.
    let content: Promise<Router> | undefined;
    const loadContent = async () => (await import("./content-page.ts")).createContentRouter(desk);
    router.use(async (request, response, next) => (await (content ??= loadContent()))(request, response, next));
    router.get("/preview/draft/*path", showDraft);
    router.get("/preview/:release/*path", preview);
  }
  router.use(async (_request, response: DeskResponse, next) => {
    const tabs = publishing
      ? (["messages", "content", "publish", "searches"] as const)
      : (["messages", "searches"] as const);
    Object.assign(response.locals, { tabs, openCount: await desk.inbox.countOpen() });
    next();
  });
  router.get("/", showOverview);
  if (publishing) {
    router.get("/content", showContent);
    // A start needn't load what is seldom used.
    const recalls = () => import("./recall.tsx");
    const recallPath = "/batches/:number/recall";
    router.get("/batches", async (request, response: DeskResponse) => (await recalls()).chooseBatch(request, response));
    router.get(recallPath, async (request, response: DeskResponse) => (await recalls()).showRecall(request, response));
    router.post(recallPath, form, async (request, response: DeskResponse) =>
      (await recalls()).recallBatch(request, response),
    );
    router.get("/publish", showPublish);
    // It names each part that is chosen.
    router.post("/publish", express.urlencoded({ extended: false, limit: "1mb", parameterLimit: 5000 }), publish);
  }
  router.get("/messages", showMessages);
  router.get("/messages.csv", exportMessages);
  router.get("/messages/:reference", showMessage);
  router.post("/messages/:reference", form, changeMessage);
  router.get("/messages/:reference/forget", confirmForgetting);
  router.get("/searches", showSearches);
  router.get("/devices", showDevices);
  router.post("/devices", endDevices);
  router.use((_request, response: DeskResponse) => sendNotFound(response));
  return router.use(onUnreadableBody);
}

/** Refuses a body that is too large or can't be parsed. Express calls this only for errors. */
const onUnreadableBody: ErrorRequestHandler = (error: { status?: number }, _request, response, next) => {
  if (error.status === undefined || error.status >= 500 || response.headersSent) return next(error);
  response.sendStatus(error.status);
};
