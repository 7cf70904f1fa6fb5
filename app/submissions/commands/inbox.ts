import { parseArgs } from "node:util";
import { EnvironmentError } from "../../platform/environment-error.ts";
import { readEnvironment } from "../../platform/environment.ts";
import { normaliseContact } from "../contact.ts";
import { asCsv } from "../csv.ts";
import { openDatabase } from "../database.ts";
import { forgetContact } from "../forget.ts";
import { indented, oneLine } from "../plain-text.ts";
import { createRepository, type Repository, type Submission } from "../repository.ts";
import { createSessions } from "../sessions.ts";
import { statuses, submissionKinds } from "../tables.ts";

const help = `npm run inbox -- COMMAND

  list [--json] [--kind KIND] [--status STATUS]   what visitors sent, newest first
  show ID                                         one of them, whole (ID or reference)
  export --csv                                    all of them, for a spreadsheet
  retry ID                                        deliver again, now, what was refused or is undelivered
  done ID                                         mark as dealt with
  end-sessions ACCOUNT                            log a phone number or e-mail address out everywhere
  forget CONTACT                                  delete everything of a phone number or e-mail address

KIND: ${submissionKinds.join(", ")}   STATUS: ${statuses.join(", ")}
failed: undelivered for more than a day; it is still tried, every six hours`;

/** A call that can't be understood; its message says why. */
class UsageError extends Error {}

/** Milliseconds that reading all submissions may take. */
const patience = 60_000;

type Database = Awaited<ReturnType<typeof openDatabase>>;

type Values = { json?: boolean; csv?: boolean; kind?: string; status?: string };

const options = {
  json: { type: "boolean" },
  csv: { type: "boolean" },
  kind: { type: "string" },
  status: { type: "string" },
  help: { type: "boolean" },
} as const;

/** Commands about everything of one person, by phone number or e-mail address. */
const ofPersons = {
  async forget(database: Database, contact: string): Promise<string> {
    return `${await forgetContact(database, contact)} deleted.`;
  },
  async "end-sessions"(database: Database, account: string): Promise<string> {
    return `${await createSessions(database).endAllOf(account)} ended.`;
  },
};

/** `npm run inbox`: what the owner reads and answers. */
try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) console.log(help);
  else await ask(positionals, values);
} catch (error) {
  const isUsage = error instanceof UsageError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  if (isUsage) console.error(`${(error as Error).message}\n\n${help}`);
  else console.error(error instanceof EnvironmentError ? error.message : error);
  process.exitCode = 1;
}

async function ask(positionals: string[], values: Values): Promise<void> {
  const database = await openDatabase(readEnvironment(process.env), patience);
  const [command, argument] = positionals;
  const ofPerson = Object.hasOwn(ofPersons, command ?? "") ? ofPersons[command as keyof typeof ofPersons] : undefined;
  console.log(
    ofPerson
      ? await ofPerson(database, contactOf(argument))
      : await answer(createRepository(database), positionals, values),
  );
  await database.destroy();
}

function contactOf(typed: string | undefined): string {
  const contact = normaliseContact(typed ?? "");
  if (!contact) throw new UsageError(`${typed ?? "nothing"} is neither a phone number nor an e-mail address`);
  return contact;
}

async function answer(inbox: Repository, [command, argument]: string[], values: Values): Promise<string> {
  switch (command) {
    case "list": {
      const filter = { kind: oneOf(submissionKinds, values.kind), status: oneOf(statuses, values.status) };
      const submissions = await inbox.list(filter);
      return values.json ? JSON.stringify(submissions, null, 2) : table(submissions);
    }
    case "show":
      return card(await found(inbox, argument));
    case "export":
      if (!values.csv) throw new UsageError("export needs --csv");
      return asCsv(await inbox.list()).trimEnd();
    case "retry":
      return (await inbox.retry((await found(inbox, argument)).id))
        ? "It will be delivered again."
        : "It has nothing to deliver.";
    case "done":
      await inbox.done((await found(inbox, argument)).id);
      return "Marked as dealt with.";
    default:
      throw new UsageError(command ? `there is no command ${command}` : "which command?");
  }
}

function oneOf<Value extends string>(known: readonly Value[], value: string | undefined): Value | undefined {
  if (value === undefined || (known as readonly string[]).includes(value)) return value as Value | undefined;
  throw new UsageError(`${value} is none of ${known.join(", ")}`);
}

async function found(inbox: Repository, id: string | undefined) {
  const submission = id && (await inbox.find(id));
  if (!submission) throw new UsageError(id ? `there is no submission ${id}` : "which one? Give its id or reference");
  return submission;
}

function table(submissions: readonly Submission[]): string {
  if (submissions.length === 0) return "Nothing yet.";
  const lines = submissions.map(({ reference, kind, status, createdAt, payload, doneAt }) => {
    const text = String(payload["subject"] ?? payload["content"] ?? payload["message"] ?? "");
    const who = [payload["name"], payload["contact"]].map(oneLine).join(", ");
    return [
      reference,
      createdAt.slice(0, 16).replace("T", " "),
      kind.padEnd(9),
      status.padEnd(9),
      doneAt ? "done" : "    ",
      who,
      [...oneLine(text)].slice(0, 60).join(""),
    ].join("  ");
  });
  return [...lines, "", `${submissions.length} in all.`].join("\n");
}

function card({ payload, messages, ...head }: Submission & { messages: string[] }): string {
  const fields = Object.entries({ ...head, ...payload });
  const lines = fields.map(
    ([name, value]) =>
      `${name.padEnd(10)}${typeof value === "object" ? oneLine(value) : indented(value, " ".repeat(10))}`,
  );
  return [...lines, ...messages.map(oneLine)].join("\n");
}
