import { href, data } from "react-router";
import type { QuotationResult } from "../../services/api/contract/forms/form-results.ts";
import { localizePath, splitLocale } from "../../i18n/urls.ts";
import { getRequestId, getT } from "../../http/request-context.ts";
import { createUnavailable, redirectTo } from "../../http/responses.ts";
import type { Api } from "../../services/api/api.ts";
import { countLookups, findByItemNumbers } from "../../loaders/numbers.server.ts";
import { parseQuantity, readFormItems, setItems, type FormItem } from "../../services/submissions/basket.ts";
import { readFormValues } from "../../services/submissions/forms.ts";
import { readPastedLines, type PastedLine } from "../../services/submissions/item-numbers.ts";
import { toSingleLine } from "../../services/submissions/outbox/describe.ts";
import {
  createLimitedResponse,
  editBasket,
  loadBasketRows,
  logBasketError,
  showProblem,
  type Call,
} from "./action.server.ts";

async function findPastedItems(api: Api, lines: readonly PastedLine[]) {
  const idsByNumber = await findByItemNumbers(
    api,
    lines.map(({ number }) => number),
  );
  // The last part of a line may belong to the number: `QG P 0101`.
  const others = lines.filter(({ line, number }) => line !== number && !idsByNumber.has(number));
  const idsByLine = await findByItemNumbers(
    api,
    others.map(({ line }) => line),
  );
  const results = lines.map(({ line, number, quantity = "" }) =>
    idsByLine.has(line)
      ? { line, id: idsByLine.get(line), quantity: "" }
      : { line, id: idsByNumber.get(number), quantity },
  );
  return {
    items: results.flatMap(({ id, quantity }) => (id === undefined ? [] : [{ id, quantity }])),
    missing: results.flatMap(({ line, id }) => (id === undefined ? [line] : [])),
  };
}

/** Puts the rows of the order sheet with a quantity or a wish for a sample on the list, and the pasted item numbers. */
export async function fillFromSheet(call: Call) {
  const { url, context, api, form } = call;
  const samples = new Set(form.getAll("sample"));
  const isWanted = ({ id, quantity }: FormItem) => quantity.trim() !== "" || samples.has(id);
  try {
    const pasted = readPastedLines(form.get("numbers") ?? "");
    const seconds = pasted.length > 0 ? await countLookups(context, pasted.length) : 0;
    if (seconds > 0) return createLimitedResponse(form, seconds);
    const { items, missing } = await findPastedItems(api, pasted);
    const wanted = new Map([...readFormItems(form).rows.filter(isWanted), ...items].map((item) => [item.id, item]));
    const loadedRows = await loadBasketRows(api, [...wanted.values()]);
    const rows = loadedRows
      .filter(({ title }) => title !== undefined)
      .map((row) => {
        const isFilled = row.quantity.trim() !== "";
        return isFilled ? row : { ...row, quantity: String(row.minimum?.quantity ?? 1), isInvalid: undefined };
      });
    const changed = rows.map(({ id, quantity }) => ({
      id,
      quantity: parseQuantity(quantity) ?? 1,
      ...(samples.has(id) && { sample: true as const }),
    }));
    const basket = await editBasket(call, (all) => setItems(all, changed, []));
    const ids = new Set(basket.items.map(({ id }) => id));
    if (rows.some(({ id }) => !ids.has(id))) return await showProblem(call, "full", basket.items);
    if (rows.some(({ isInvalid }) => isInvalid)) {
      const lines = missing.slice(0, maxMissing).join("\n");
      const message = lines && getT(call.context, "quotation")("missingMessage", { lines });
      const values = { ...readFormValues("quotation", form), message };
      return data<QuotationResult>({ values, rows }, { status: 422, headers: basket.headers });
    }
    const query = new URLSearchParams(missing.slice(0, maxMissing).map((line) => ["missing", line]));
    const path = localizePath(href("/quotation"), splitLocale(url.pathname).locale);
    return redirectTo(query.size > 0 ? `${path}?${query}` : path, { status: 303, headers: basket.headers });
  } catch (error) {
    logBasketError(context, error);
    throw createUnavailable(getRequestId(context));
  }
}

const maxMissing = 20;

/** Reads from the address which pasted lines weren't found. */
export function readMissing(url: URL): string[] {
  const lines = url.searchParams.getAll("missing").slice(0, maxMissing);
  return lines.map((line) => toSingleLine(line).slice(0, 60)).filter(Boolean);
}
