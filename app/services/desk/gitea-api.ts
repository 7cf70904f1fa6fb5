import { createHash } from "node:crypto";
import express, { type ErrorRequestHandler, type Response, type Router } from "express";
import { z } from "zod";
import { getContentType } from "../runtime/file-types.ts";
import { getPart } from "../content/publishing/compare-content.ts";
import { changeSchema, contentPrefix, RefusedChangeError, type ContentStore } from "./content-store.ts";
import type { Desk } from "./desk.ts";
import type { DeskResponse } from "./page.tsx";

export const repositoryName = "desk/content";

/** Number of files that the editor asks for at once. */
const pageSize = 100;

/** Maximum size of what the editor saves at once: a few photos, a third larger as base64. */
const maxBody = "120mb";

const fileListSchema = z.object({ files: z.array(z.string().max(500)).max(pageSize) });

const commitSchema = z.object({ files: z.array(changeSchema).min(1).max(100) });

/** The calls of Gitea's API that the editor makes: https://docs.gitea.com/api. Only accounts that are logged in get here. */
export function createGiteaApi(desk: Desk, store: ContentStore): Router {
  const router = express.Router({ caseSensitive: true });
  const repository = `/repos/${repositoryName}`;
  router.get("/version", (_request, response) => void response.json({ version: "1.24.0" }));
  router.get("/settings/api", (_request, response) => void response.json({ default_paging_num: pageSize }));
  router.get("/user", (_request, response: DeskResponse) => {
    const { account } = response.locals;
    response.json({ id: 1, login: account, full_name: account, email: account, avatar_url: "", html_url: "" });
  });
  router.get(repository, (_request, response) => {
    response.json({ default_branch: "main", permissions: { pull: true, push: true } });
  });
  router.get(`${repository}/branches/main`, async (_request, response) => {
    const sum = createHash("sha1");
    for (const { path, sha } of await store.list()) sum.update(`${path} ${sha}\n`);
    response.json({ commit: { id: sum.digest("hex"), message: "" } });
  });
  router.get(`${repository}/git/trees/:ref`, async (_request, response) => {
    response.json({ tree: await store.list(), truncated: false });
  });
  router.get(`${repository}/commits`, (_request, response) => void response.json([]));
  router.post(`${repository}/file-contents`, express.json({ limit: "1mb" }), (request, response) => {
    const { files } = fileListSchema.parse(request.body);
    response.json(
      files.map((path) => ({ path, encoding: "base64", content: store.read(path)?.toString("base64") ?? "" })),
    );
  });
  router.get(`${repository}/media/main/*path`, (request, response) => {
    const path = request.params.path.join("/");
    const bytes = store.read(path);
    if (!bytes) return void response.sendStatus(404);
    response.type(getContentType(path) ?? "application/octet-stream").send(bytes);
  });
  router.post(`${repository}/contents`, express.json({ limit: maxBody }), async (request, response: DeskResponse) => {
    const { account, address, owner } = response.locals;
    const { t } = owner;
    if ((await desk.countEdit(address)) > 0) return refuse(response, 429, t("desk.content.refused.limit"));
    const { files } = commitSchema.parse(request.body);
    try {
      const saved = store.change(files);
      for (const { operation, path } of files) desk.log.info({ account, path }, `desk: ${operation}`);
      noteEdits(
        desk,
        saved.map(({ path }) => getPart(path.slice(contentPrefix.length))),
        account,
      );
      response.status(201).json({ commit: { sha: "", created: new Date().toISOString() }, files: saved });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall) {
        desk.log.error({ account, err: error }, "desk: the content folder can't be written");
        return refuse(response, 503, t("desk.content.refused.folder"));
      }
      if (!(error instanceof RefusedChangeError)) throw error;
      const { reason, path } = error;
      desk.log.warn({ account, path, reason }, "desk: a change was refused");
      refuse(response, reason === "stale" ? 409 : 422, t(`desk.content.refused.${reason}`, { path }));
    }
  });
  const onRefusal: ErrorRequestHandler = (error: unknown, _request, response, next) => {
    if (error instanceof RefusedChangeError) return void response.sendStatus(404);
    if (error instanceof z.ZodError) return void response.sendStatus(422);
    next(error);
  };
  return router.use(onRefusal);
}

/** Notes who has saved what. It is only shown, so what is saved stays so if it can't be noted. */
function noteEdits(desk: Desk, parts: readonly string[], account: string): void {
  try {
    desk.edits.add(parts, account);
  } catch (error) {
    desk.log.warn({ account, err: error }, "desk: who has saved can't be noted");
  }
}

function refuse(response: Response, status: number, message: string): void {
  response.status(status).json({ message });
}
