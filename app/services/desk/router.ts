import express, {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type Response,
  type RequestHandler,
  type Router,
} from "express";
import baseStyles from "../../styles/base.css?inline";
import tokens from "../../styles/tokens.css?inline";
import deskStyles from "./desk.css?inline";
import { privateNoStore } from "../../http/http-cache.ts";
import type { Desk } from "./desk.ts";
import { chooseLanguage, cookieNames, isSameOrigin, readRequestCookie, setDeskCookie } from "./desk-request.ts";
import { showLogin, submitLogin } from "./login.tsx";
import { changeMessage, confirmForgetting, showMessage } from "./message.tsx";
import { exportMessages, showMessages } from "./messages.tsx";
import { publish, showPublish } from "./publish.tsx";
import { sendNotFound } from "./page-options.ts";
import { showSearches } from "./searches.tsx";

/** Pages of the desk run no scripts. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const styles = [tokens, baseStyles, deskStyles].join("\n");

type Options = {
  /** Returns the address of the visitor, behind trusted proxies too. */
  clientAddress: (request: Request) => string;
  /** Shows a page of the site with content that isn't published yet. */
  preview: RequestHandler<{ release: string; path: string[] }>;
};

/** Creates the pages below `/desk`. */
export function createDeskRouter(desk: Desk, { clientAddress, preview }: Options): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const requireLogin = async (request: Request, response: Response, next: NextFunction) => {
    const token = readRequestCookie(request, cookieNames.session);
    const account = token && (await desk.findAccount(token));
    if (!account) {
      // Only what a person opens in the browser leads to the login.
      if (request.method !== "GET" || request.path.startsWith("/api/")) return void response.sendStatus(404);
      return response.redirect(303, `/desk/login?${new URLSearchParams({ to: request.originalUrl.slice(0, 300) })}`);
    }
    response.locals["account"] = account;
    next();
  };
  router.use((request, response, next) => {
    response.setHeader("Content-Security-Policy", policy);
    response.setHeader("Cache-Control", privateNoStore);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isRead || isSameOrigin(request)) return next();
    response.sendStatus(404);
  });
  router.get("/desk.css", (_request, response) => void response.type("css").send(styles));
  router.use((request, response, next) => chooseLanguage(desk, request, response, next));
  const form = express.urlencoded({ extended: false, limit: "32kb" });
  router.get("/login", (request, response) => showLogin(desk, request, response));
  router.post("/login", form, (request, response) => submitLogin(desk, request, response, clientAddress(request)));
  router.use(requireLogin);
  router.post("/logout", async (request, response) => {
    await desk.logOut(readRequestCookie(request, cookieNames.session)!);
    setDeskCookie(desk, response, cookieNames.session, "", 0);
    response.redirect(303, "/desk/login");
  });
  router.get("/", (_request, response) => response.redirect(303, "/desk/messages"));
  router.get("/messages", (request, response) => showMessages(desk, request, response));
  router.get("/messages.csv", (request, response) => exportMessages(desk, request, response));
  router.get("/messages/:reference", (request, response) => showMessage(desk, request, response));
  router.post("/messages/:reference", form, (request, response) => changeMessage(desk, request, response));
  router.get("/messages/:reference/forget", (request, response) => confirmForgetting(desk, request, response));
  if (desk.publishing) {
    router.get("/publish", (request, response) => showPublish(desk, request, response));
    router.post("/publish", form, (request, response) => publish(desk, request, response));
    // A start needn't load the code of the editor.
    let content: Promise<Router> | undefined;
    const loadContent = async () => (await import("./content-page.ts")).createContentRouter(desk);
    router.use(async (request, response, next) => (await (content ??= loadContent()))(request, response, next));
    router.get("/preview/:release/*path", preview);
  }
  router.get("/searches", (request, response) => showSearches(desk, request, response));
  router.use((request, response) => sendNotFound(desk, request, response));
  return router.use(onUnreadableBody);
}

/** Refuses a body that is too large or can't be parsed. Express calls this only for errors. */
const onUnreadableBody: ErrorRequestHandler = (error: { status?: number }, _request, response, next) => {
  if (error.status === undefined || error.status >= 500 || response.headersSent) return next(error);
  response.sendStatus(error.status);
};
