import { getDesk } from "#app/http/desk-context.ts";
import { notFound, type PageArgs } from "#app/http/responses.ts";

/** @throws a 404 response for an unknown reference */
export async function findMessage(args: PageArgs & { params: { reference: string } }) {
  const reference = args.params.reference.toUpperCase();
  const message = /^\w{8}$/.test(reference) ? await getDesk(args.context).desk.inbox.find(reference) : undefined;
  if (!message) throw notFound(args);
  return message;
}
