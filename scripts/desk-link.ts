import { href } from "react-router";
import { readEnvironment } from "#app/services/runtime/environment.ts";
import { openExistingDatabase } from "#app/services/submissions/database/database.ts";
import { createSessions } from "#app/services/submissions/login/sessions.ts";
import { normaliseContact } from "#app/services/submissions/texts/contact.ts";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { runCommand, UsageError } from "./command.ts";

/** Entry of `npm run desk-link`: prints a login link. */
await runCommand({
  name: "desk-link",
  help: "npm run desk-link -- ACCOUNT",
  options: { help: { type: "boolean" } },
  failureCode: 1,
  async run(_values, positionals) {
    const environment = readEnvironment(process.env);
    const ownerTexts = await createOwnerTexts(environment);
    const typed = positionals.join(" ");
    const account = normaliseContact(typed);
    const { DESK_ACCOUNTS, SITE_URL, PORT } = environment;
    if (!account || !DESK_ACCOUNTS.map(normaliseContact).includes(account))
      throw new UsageError(ownerTexts.t("deskLink.notListed", { typed }));
    await using database = await openExistingDatabase(environment, ownerTexts);
    const token = await createSessions(database, Date.now, "deskLink").open(account);
    console.log(
      `${ownerTexts.t("deskLink.made")}\n${SITE_URL ?? `http://localhost:${PORT}`}${href("/desk/link")}?token=${token}`,
    );
  },
});
