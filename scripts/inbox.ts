import { writeFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import type { Kysely } from "kysely";
import { formNames } from "#app/services/api/contract/forms/forms.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import { readEnvironment } from "#app/services/runtime/environment.ts";
import { databaseFile } from "#app/services/runtime/paths.ts";
import { openExistingDatabase } from "#app/services/submissions/database/database.ts";
import { referenceLength } from "#app/services/submissions/database/reference.ts";
import { deliveryStatuses, systemMessageKinds, type Tables } from "#app/services/submissions/database/tables.ts";
import { toCsv } from "#app/services/submissions/inbox/csv.ts";
import { forgetContact } from "#app/services/submissions/inbox/forget.ts";
import { formatSubmission, formatTable } from "#app/services/submissions/inbox/inbox-text.ts";
import { listMissedSearches } from "#app/services/submissions/inbox/missed-searches.ts";
import type { Filter, StoredSubmission } from "#app/services/submissions/inbox/submission-list.ts";
import { createSessions } from "#app/services/submissions/login/sessions.ts";
import { createRepository, type Repository } from "#app/services/submissions/received/repository.ts";
import { joinContacts, readContacts } from "#app/services/submissions/texts/contact-list.ts";
import { toSingleLine } from "#app/services/submissions/texts/describe.ts";
import { createOwnerTexts, type OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { findOptionTakenByNpm, UsageError } from "./command.ts";

const options = {
  json: { type: "boolean" },
  csv: { type: "boolean" },
  out: { type: "string" },
  open: { type: "boolean" },
  done: { type: "boolean" },
  all: { type: "boolean" },
  kind: { type: "string" },
  status: { type: "string" },
  yes: { type: "boolean" },
  help: { type: "boolean" },
} as const;

type OptionValues = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

/** `ask` is `undefined` if stdin isn't a terminal. */
export type Terminal = {
  print(text: string): void;
  printError(text: string): void;
  ask?: ((question: string) => Promise<string>) | undefined;
};

type CommandContext = {
  database: Awaited<ReturnType<typeof openExistingDatabase>>;
  inbox: Repository;
  ownerTexts: OwnerTexts;
  args: string[];
  values: OptionValues;
  terminal: Terminal;
};

/** Commands by name. Each returns the text to print. */
const commands: Record<string, (call: CommandContext) => Promise<string>> = {
  async list({ inbox, ownerTexts, values }) {
    const submissions = await inbox.list(readFilter(values, ownerTexts, false));
    if (values.json) {
      const listed = submissions.map(({ contact: _contact, messages: _messages, ...submission }) => submission);
      return JSON.stringify(listed, null, 2);
    }
    if (submissions.length > 0) return formatTable(submissions, ownerTexts);
    return ownerTexts.t(values.done || values.all ? "inbox.none" : "inbox.noneOpen");
  },
  async show(context) {
    return formatSubmission(await findSubmission(context), context.ownerTexts);
  },
  export: exportSubmissions,
  async searches({ database, ownerTexts, values }) {
    const searches = await listMissedSearches(database);
    if (values.json) return JSON.stringify(searches, null, 2);
    const lines = searches.map(({ day, word, count }) => `${day}  ${String(count).padStart(5)}  ${toSingleLine(word)}`);
    return lines.join("\n") || ownerTexts.t("inbox.none");
  },
  async import({ database, ownerTexts, args: [source] }) {
    if (!source) throw new UsageError(ownerTexts.t("mistakes.noImport"));
    const isAddress = /^postgres(?:ql)?:/.test(source);
    const place = isAddress
      ? { DATABASE_URL: source, DATA_DIR: "" }
      : { DATABASE_URL: undefined, DATA_DIR: basename(source) === databaseFile ? dirname(source) : source };
    await using earlier = await openExistingDatabase(place, ownerTexts);
    return ownerTexts.t("inbox.imported", { count: await importSubmissions(earlier, database) });
  },
  async "end-sessions"({ database, ownerTexts, args }) {
    const count = await createSessions(database).endAllOfAccount(readContact(args, ownerTexts));
    return ownerTexts.t("inbox.sessionsEnded", { count });
  },
  async forget({ database, inbox, ownerTexts, args, values, terminal: { ask } }) {
    const { t } = ownerTexts;
    const contact = readContact(args, ownerTexts);
    const question = t("inbox.forget", { contact, count: await inbox.count({ contact }) });
    if (!values.yes) {
      if (!ask) throw new UsageError(`${question}\n${t("mistakes.notConfirmed")}`);
      const input = await ask(`${question}\n${t("inbox.confirm")} `);
      if (!["yes", "y", t("inbox.yes")].includes(input.trim().toLowerCase())) return t("inbox.kept");
    }
    const { count, isErased } = await forgetContact(database, contact);
    const forgotten = t("inbox.forgotten", { count });
    return isErased ? forgotten : `${forgotten} ${t("inbox.erasedLater")}`;
  },
};

export async function runInbox(args: string[], variables: NodeJS.ProcessEnv, terminal: Terminal): Promise<0 | 1> {
  try {
    terminal.print(await runCommand(args, variables, terminal));
    return 0;
  } catch (error) {
    const isExpected = error instanceof UsageError || error instanceof EnvironmentError;
    terminal.printError(isExpected ? error.message : String((error as Error).stack ?? error));
    return 1;
  }
}

async function runCommand(argv: string[], variables: NodeJS.ProcessEnv, terminal: Terminal): Promise<string> {
  const environment = readEnvironment(variables);
  const ownerTexts = await createOwnerTexts(environment);
  const { t } = ownerTexts;
  const option = findOptionTakenByNpm(["out", "csv", "open", "done", "all"], variables);
  if (option) throw new UsageError(t("mistakes.npmOption", { option }));
  const { values, positionals } = parseArguments(argv, ownerTexts);
  if (values.help) return formatHelp(ownerTexts);
  const [name, ...args] = positionals;
  if (name === undefined) throw createUsageError(t("mistakes.noCommand"), ownerTexts);
  if (!Object.hasOwn(commands, name))
    throw createUsageError(t("mistakes.unknownCommand", { command: name }), ownerTexts);
  await using database = await openExistingDatabase(environment, ownerTexts);
  return await commands[name]!({ database, inbox: createRepository(database), ownerTexts, args, values, terminal });
}

function parseArguments(args: string[], ownerTexts: OwnerTexts) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const option = /'(-[^' ]*)/.exec((error as Error).message)?.[1] ?? "";
    throw createUsageError(ownerTexts.t("mistakes.unknownOption", { option }), ownerTexts);
  }
}

function createUsageError(message: string, ownerTexts: OwnerTexts): UsageError {
  return new UsageError(`${message}\n\n${formatHelp(ownerTexts)}`);
}

function formatHelp({ t }: OwnerTexts): string {
  return t("inbox.help", {
    kinds: formNames.map((kind) => `${kind} (${t(`kinds.${kind}`)})`).join(", "),
    statuses: deliveryStatuses.map((status) => `${status} (${t(`deliveries.${status}`)})`).join(", "),
  });
}

/** @param defaultIsDone `isDone` without `--open`, `--done` and `--all` */
function readFilter(values: OptionValues, ownerTexts: OwnerTexts, defaultIsDone?: boolean): Filter {
  const { open, done, all } = values;
  if ([open, done, all].filter(Boolean).length > 1) throw new UsageError(ownerTexts.t("mistakes.twoStates"));
  return {
    kind: readChoice(formNames, values.kind, ownerTexts),
    status: readChoice(deliveryStatuses, values.status, ownerTexts),
    isDone: all ? undefined : open ? false : done || defaultIsDone,
  };
}

function readChoice<Value extends string>(
  allowedValues: readonly Value[],
  value: string | undefined,
  { t }: OwnerTexts,
): Value | undefined {
  if (value === undefined || (allowedValues as readonly string[]).includes(value)) return value as Value | undefined;
  throw new UsageError(t("mistakes.notAllowed", { value, allowed: allowedValues.join(", ") }));
}

function readContact(args: readonly string[], { t }: OwnerTexts): string {
  const text = args.join(" ");
  const contact = joinContacts(readContacts(text));
  if (!contact) throw new UsageError(t("mistakes.contact", { typed: text }));
  return contact;
}

async function findSubmission({ inbox, ownerTexts, args }: CommandContext): Promise<StoredSubmission> {
  const [id] = args;
  if (!id) throw new UsageError(ownerTexts.t("mistakes.noId"));
  const submission = await inbox.find(id.length === referenceLength ? id.toUpperCase() : id);
  if (!submission) throw new UsageError(ownerTexts.t("mistakes.unknownId", { id }));
  return submission;
}

async function exportSubmissions({ inbox, ownerTexts, values }: CommandContext): Promise<string> {
  const { out, csv: shouldPrint } = values;
  const { t } = ownerTexts;
  if (out === undefined && !shouldPrint) throw new UsageError(t("mistakes.noExport"));
  if (out !== undefined && !/\.csv$/i.test(out)) throw new UsageError(t("mistakes.notCsv", { file: out }));
  const csv = toCsv(inbox.readParts(readFilter(values, ownerTexts)), ownerTexts);
  if (out === undefined) return (await Array.fromAsync(csv)).flat().join("").trimEnd();
  const file = resolve(out);
  let count = -1;
  async function* countRows() {
    for await (const lines of csv) {
      count += lines.length;
      yield lines.join("");
    }
  }
  try {
    // Only this user may read submissions.
    await writeFile(file, countRows(), { mode: 0o600, flag: "wx" });
  } catch (error) {
    const { code: reason = String(error) } = error as NodeJS.ErrnoException;
    const mistake = reason === "EEXIST" ? "mistakes.fileExists" : "mistakes.notWritable";
    throw new UsageError(t(mistake, { file, reason }), { cause: error });
  }
  return t("inbox.written", { file, count });
}

/** Asks on standard error, because the question isn't output. */
async function askAtTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return terminal.question(question).finally(() => terminal.close());
}

/** Tables with rows of a submission. */
const parts = ["delivery", "submission_note"] as const;

/** Copies the submissions that `target` lacks, with deliveries and notes. @returns their number */
async function importSubmissions(source: Kysely<Tables>, target: Kysely<Tables>): Promise<number> {
  const submissions = source.selectFrom("submission").where("kind", "not in", systemMessageKinds);
  let count = 0;
  for (const { id } of await submissions.select("id").orderBy("created_at").execute()) {
    const row = await submissions.selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    await target.transaction().execute(async (transaction) => {
      const insert = transaction.insertInto("submission").values(row);
      const result = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirstOrThrow();
      if (result.numInsertedOrUpdatedRows !== 1n) return;
      for (const part of parts) {
        const rows = await source.selectFrom(part).selectAll().where("submission_id", "=", id).execute();
        if (rows.length > 0) await transaction.insertInto(part).values(rows).execute();
      }
      count++;
    });
  }
  return count;
}

if (import.meta.main) {
  const terminal: Terminal = {
    print: console.log,
    printError: console.error,
    ask: process.stdin.isTTY ? askAtTerminal : undefined,
  };
  process.exitCode = await runInbox(process.argv.slice(2), process.env, terminal);
}
