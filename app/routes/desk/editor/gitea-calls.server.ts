import { createHash, randomUUID } from "node:crypto";
import { basename, extname } from "node:path";
import { data } from "react-router";
import { z } from "zod";
import { getContentDesk } from "#app/http/desk-context.ts";
import { getClientAddress, type Context } from "#app/http/request-context.ts";
import { isTextPath } from "#app/services/content/files/content-path.ts";
import { decodeText } from "#app/services/content/files/formats/text-bytes.ts";
import { computeVersion } from "#app/services/content/files/save-files.ts";
import { contentPrefix, RefusedChangeError, type ContentFiles } from "#app/services/desk/editor/content-files.ts";
import { describeLocation } from "#app/services/desk/editor/content-names.ts";
import { addVersion } from "#app/services/desk/editor/editor-versions.ts";
import { ChildEndedError } from "#app/services/runtime/child-process.ts";
import { QueueFullError } from "#app/services/runtime/fair-queue.ts";
import { parseJson } from "#app/services/runtime/parse-json.ts";
import { getContentType } from "#app/services/runtime/web/file-types.ts";
import { readBody } from "#app/services/runtime/web/request-limits.ts";

type Args = { params: { "*": string }; context: Context };

export const repositoryName = "desk/content";

const repositoryPath = `repos/${repositoryName}`;

/** Number of files that the editor requests at once. */
const pageSize = 100;

/** Maximum bytes of one save, enough for some photos as base64. */
const maxChangeBytes = 120 * 2 ** 20;

const maxListBytes = 2 ** 20;

/** Maximum bytes of the files in a response. Most text files take about 5 KB. */
const maxSentBytes = 20 * 2 ** 20;

const fileListSchema = z.object({ files: z.array(z.string().max(500)).max(pageSize) });

/** Responds to Gitea calls that read: https://docs.gitea.com/api */
export async function respondToRead({ params, context }: Args): Promise<Response> {
  const path = params["*"];
  const { desk, account } = getContentDesk(context);
  const store = desk.openContent();
  const mediaPrefix = `${repositoryPath}/media/main/`;
  if (path.startsWith(mediaPrefix)) return sendFile(path.slice(mediaPrefix.length), store.read);
  if (path.startsWith(`${repositoryPath}/git/trees/`))
    return Response.json({ tree: await store.list(), truncated: false });
  if (path === `${repositoryPath}/branches/main`)
    return Response.json({ commit: { id: await computeState(store), message: "" } });
  const answers = new Map<string, object>([
    ["version", { version: "1.24.0" }],
    ["settings/api", { default_paging_num: pageSize }],
    ["user", { id: 1, login: account, full_name: account, email: account, avatar_url: "", html_url: "" }],
    [repositoryPath, { default_branch: "main", permissions: { pull: true, push: true } }],
    [`${repositoryPath}/commits`, []],
  ]);
  const answer = answers.get(path);
  return answer ? Response.json(answer) : refuse(404);
}

/**
 * Returns the editor's cache key, a hash of all files and their times. Without the times, the editor would display
 * discarded text again.
 */
async function computeState({ list }: ContentFiles): Promise<string> {
  const sum = createHash("sha1");
  for (const { path, sha, time } of await list()) sum.update(`${path} ${sha} ${time}\n`);
  return sum.digest("hex");
}

function sendFile(path: string, read: (path: string) => Buffer | undefined): Response {
  const bytes = catchRefusal(() => read(path));
  if (!bytes) return refuse(404);
  return new Response(new Uint8Array(bytes), {
    headers: { "Content-Type": getContentType(path) ?? "application/octet-stream" },
  });
}

/** Runs `read`. @returns `undefined` for a forbidden path, as for an unknown one */
function catchRefusal<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RefusedChangeError) return undefined;
    throw error;
  }
}

/** Responds to the POST calls, which read many files or save files. */
export async function respondToWrite({ request, params, context }: Args & { request: Request }): Promise<Response> {
  const path = params["*"];
  if (request.method !== "POST") return refuse(404);
  if (!request.headers.get("Content-Type")?.startsWith("application/json")) throw data(null, { status: 415 });
  if (path === `${repositoryPath}/file-contents`) return sendFiles(request, context);
  if (path === `${repositoryPath}/contents`) return saveFiles(request, context);
  return refuse(404);
}

async function sendFiles(request: Request, context: Context): Promise<Response> {
  const { read } = getContentDesk(context).desk.openContent();
  const body = await readBody(request, maxListBytes);
  if (body === undefined) throw data(null, { status: 413 });
  const { data: list } = fileListSchema.safeParse(parseJson(body.toString()));
  if (!list) throw data(null, { status: 422 });
  let size = 0;
  const contents = catchRefusal(() =>
    list.files.map((path) => {
      const bytes = read(path);
      size += bytes?.length ?? 0;
      if (size > maxSentBytes) throw data(null, { status: 413 });
      return { path, bytes: bytes && isTextPath(path) ? createEditorBytes(path, bytes) : bytes };
    }),
  );
  if (!contents) return refuse(404);
  return Response.json(
    contents.map(({ path, bytes }) => ({ path, encoding: "base64", content: bytes?.toString("base64") ?? "" })),
  );
}

/** Adds the version, and writes the separators as lines of just `---`, which the editor requires. */
const createEditorBytes = (path: string, bytes: Buffer): Buffer =>
  Buffer.from(addVersion(path, decodeText(bytes), computeVersion(bytes)));

async function saveFiles(request: Request, context: Context): Promise<Response> {
  const { desk, account, ownerTexts, publishing } = getContentDesk(context);
  const { t } = ownerTexts;
  try {
    if ((await desk.countEdit(getClientAddress(context))) > 0) return refuse(429, t("desk.content.refused.limit"));
    const result = await publishing.save(readChunks(request), account);
    switch (result.outcome) {
      case "saved": {
        const { files, operations, problem } = result;
        for (const [index, { path }] of files.entries()) desk.log.info({ account, path }, `desk: ${operations[index]}`);
        if (problem) desk.log.warn({ account, problem }, "desk: the author of an edit can't be recorded");
        const isMerged = files.some((file) => file.isMerged);
        // A random state makes the editor check for others' edits before its next save.
        const sha = randomUUID();
        const headers = isMerged ? { "Desk-Merged": "1" } : undefined;
        return Response.json({ commit: { sha, created: new Date().toISOString() }, files }, { status: 201, headers });
      }
      case "invalid":
        return refuse(422);
      case "refused": {
        const { reason, path } = result;
        desk.log.warn({ account, path, reason }, "desk: a change was refused");
        const place = describeLocation(path.replace(contentPrefix, ""), ownerTexts);
        const texts = { path: place, name: basename(path), format: extname(path).slice(1).toUpperCase() };
        return refuse(reason === "stale" ? 409 : 422, t(`desk.content.refused.${reason}`, texts));
      }
    }
  } catch (error) {
    if (error instanceof QueueFullError) return refuse(503, t("desk.content.refused.limit"));
    if (!(error instanceof Error)) throw error;
    if (error instanceof ChildEndedError) return refuse(503, t("desk.content.refused.unclear"));
    // Responds with JSON to any error, because the editor can't parse an HTML page.
    desk.log.error({ account, err: error }, "desk: the content folder can't be written");
    return refuse(503, t("desk.content.refused.folder"));
  }
}

/** @throws a 413 response if the body is too large */
async function* readChunks({ headers, body }: Request): AsyncGenerator<Uint8Array> {
  if (Number(headers.get("Content-Length")) > maxChangeBytes) throw data(null, { status: 413 });
  let size = 0;
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    size += chunk.length;
    if (size > maxChangeBytes) throw data(null, { status: 413 });
    yield chunk;
  }
}

const refuse = (status: number, message?: string): Response => Response.json({ message }, { status });
