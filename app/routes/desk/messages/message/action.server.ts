import { href, redirect } from "react-router";
import { z } from "zod";
import { getDesk } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { getRequestId } from "#app/http/request-context.ts";
import { notFound } from "#app/http/responses.ts";
import { redirectWithNotice } from "#app/routes/desk/frame/data.server.ts";
import { findMessage } from "#app/routes/desk/messages/find-message.server.ts";
import { forgetContact } from "#app/services/submissions/inbox/forget.ts";
import { maxNoteLength } from "./note.ts";

const maxFormBytes = 32 * 1024;

const formSchema = z.object({
  intent: z.enum(["done", "reopen", "retry", "note", "forget"]),
  // Forms send line breaks as two characters, which the field counts as one.
  note: z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().max(maxNoteLength))
    .optional(),
});

/** Runs the action that a button names. `forget` deletes the person's data. */
export async function changeMessage(args: Parameters<typeof findMessage>[0]): Promise<Response> {
  const { context } = args;
  const form = formSchema.safeParse(Object.fromEntries(await readForm(args, maxFormBytes)));
  const message = await findMessage(args);
  if (!form.success) throw notFound(args);
  const { intent, note } = form.data;
  const { id, reference, contact } = message;
  const { desk, account } = getDesk(context);
  desk.log.info({ requestId: getRequestId(context), account, reference }, `desk: ${intent}`);
  if (intent === "forget") {
    const { isErased } = await forgetContact(desk.database, contact);
    return redirectWithNotice(isErased ? "forget" : "forgetLater", href("/desk/messages"));
  }
  const address = href("/desk/messages/:reference", { reference });
  if (note) await desk.inbox.addNote(id, note);
  if (intent === "done") await desk.inbox.markAsDone(id);
  else if (intent === "reopen") await desk.inbox.reopen(id);
  else if (intent === "retry") await desk.inbox.retry(id);
  else if (!note) return redirect(address, 303);
  return redirectWithNotice(intent, address);
}
