import { join } from "node:path";
import type { Kysely } from "kysely";
import { z } from "zod";
import { localeCodes, type Locale } from "#app/i18n/locales.ts";
import { openSharedDrafts, type SharedDraft } from "#app/services/content/releases/shared-drafts.ts";
import { isEqualInConstantTime } from "#app/services/runtime/constant-time.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import type { Log } from "#app/services/runtime/log.ts";
import { openJsonList } from "#app/services/runtime/parse-json.ts";
import { createKeyedHash } from "#app/services/submissions/database/keys.ts";
import type { RateLimiter } from "#app/services/submissions/database/rate-limit.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";
import type { CodeSender } from "#app/services/submissions/login/send-code.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import { normaliseContact } from "#app/services/submissions/texts/contact.ts";
import { createOwnerTexts, type OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { openContentFiles, type ContentFiles } from "./editor/content-files.ts";
import { openEditLog } from "./items/edit-log.ts";
import { columnRoles } from "./items/lab-table.ts";
import { openTrash } from "./items/trash.ts";
import { createAuditLog } from "./logins/audit-log.ts";
import { createDeskLogins } from "./logins/desk-logins.ts";
import type { DeskChildren } from "./publishing/child-functions.ts";
import { createPublishingClient } from "./publishing/publishing-client.ts";
import { deleteUnfinishedSaves } from "./publishing/saving.ts";

/** Columns that were chosen for the headings of a laboratory's table. */
const columnsSchema = z.object({ heading: z.string(), roles: z.array(z.enum(columnRoles)) });

const maxKeptColumns = 50;

type Options = {
  environment: Environment;
  log: Log;
  database: Kysely<Tables>;
  limiter: RateLimiter;
  codeSender: CodeSender;
  /** Whether the owner is notified of submissions. */
  isOwnerNotified: boolean;
  children: DeskChildren;
};

export type Desk = Exclude<Awaited<ReturnType<typeof createDesk>>, undefined>;

/** @returns `undefined` if no account is listed */
export async function createDesk(options: Options) {
  const { environment, log, database, limiter, codeSender, isOwnerNotified, children } = options;
  const accounts = readAccounts(environment);
  if (accounts.length === 0) return undefined;
  deleteUnfinishedSaves(environment);
  const auditLog = createAuditLog(log, accounts);
  const logins = await createDeskLogins(accounts, { log: auditLog, database, limiter, codeSender });
  const texts = {} as Record<Locale, OwnerTexts>;
  for (const code of localeCodes) texts[code] = await createOwnerTexts({ ...environment, OWNER_LANGUAGE: code });
  const edits = openEditLog(environment.DATA_DIR);
  const columns = openJsonList(join(environment.DATA_DIR, "lab-columns.json"), columnsSchema);
  let content: ContentFiles | undefined;

  return {
    environment,
    log: auditLog,
    database,
    inbox: createRepository(database),
    /** `undefined` if a backend supplies the content, because then there is no content folder. */
    publishing: environment.API_BASE_URL ? undefined : createPublishingClient(environment, children),
    draftLinks: createDraftLinks(database, environment.DATA_DIR),
    texts,
    /** The accounts that may log in. */
    accounts,
    isOwnerNotified,
    ...logins,

    listEdits: edits.list,

    /** Records which account saved the parts. */
    noteEdits(parts: readonly string[], account: string): void {
      const problem = edits.tryToAdd(parts, account);
      if (problem) auditLog.warn({ account, problem }, "desk: the author of an edit can't be recorded");
    },

    /** Opens the content folder as the editor sees it. */
    openContent: (): ContentFiles => (content ??= openContentFiles(environment.CONTENT_DIR, environment.DATA_DIR)),

    /** Discarded, deleted and overwritten parts. */
    trash: openTrash(environment),

    /** What the columns of laboratories' tables were chosen to be, the last choice first. */
    listColumns: columns.read,

    keepColumns({ heading, roles }: z.output<typeof columnsSchema>): void {
      const others = columns.read().filter((one) => one.heading !== heading);
      columns.tryToWrite([{ heading, roles }, ...others].slice(0, maxKeptColumns));
    },

    /** Counts a client address's change of the content. @returns seconds to wait; 0 within the limit */
    countEdit: (address: string): Promise<number> => limiter.countAttempt("edit", address),
  };
}

/** @throws EnvironmentError for an account that is neither an email address nor a phone number */
export function readAccounts({ DESK_ACCOUNTS }: Pick<Environment, "DESK_ACCOUNTS">): string[] {
  const accounts = DESK_ACCOUNTS.flatMap((text) => normaliseContact(text) ?? []);
  if (accounts.length === DESK_ACCOUNTS.length) return accounts;
  throw new EnvironmentError("DESK_ACCOUNTS: must be email addresses or phone numbers, separated by commas");
}

/** Links to drafts for people without an account. A token is a shared draft's id with its signature. */
function createDraftLinks(database: Kysely<Tables>, dataFolder: string) {
  const hash = createKeyedHash(database);
  const drafts = openSharedDrafts(dataFolder);
  const createToken = async (id: string) => `${id}.${await hash(`draft ${id}`)}`;
  return {
    /** Lists the shared drafts, newest first, each with its token. */
    list: () => Promise.all(drafts.list().map(async (draft) => ({ ...draft, token: await createToken(draft.id) }))),

    /** Finds a shared draft; `undefined` if its link was altered, expired or revoked. */
    async find(token: string): Promise<SharedDraft | undefined> {
      const [id = ""] = token.split(".");
      return isEqualInConstantTime(token, await createToken(id)) ? drafts.read(id) : undefined;
    },

    end: drafts.remove,
  };
}
