import * as quotation from "#app/routes/quotation/route.tsx";
import type { CheckedLine, CheckedList, QuotationResult } from "#app/services/api/contract/forms/form-results.ts";
import { getCookies } from "#tests/setup/site/site.ts";
import type { setUpRouteCaller } from "./route-caller.ts";

type Field = [name: string, value: string];

export type ListPage = { data: QuotationResult; init: ResponseInit };

type Site = Awaited<ReturnType<typeof setUpRouteCaller>>;

/** Creates a function that reads the items of the basket in a cookie. */
export const createBasketReader = (site: Site) => async (cookie: string) =>
  (await site.services.baskets.open(/inquiry=([^;]+)/.exec(cookie)?.[1])).items;

/** Creates functions that send order sheets and pasted lists, each as another visitor. */
export function createListCaller(site: Site) {
  let visitors = 0;

  const send = <T = Response>(fields: Field[], Cookie = "", address = "/quotation") => {
    const clientAddress = `10.${++visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
    return site.send<T>(quotation.action, address, fields, { Cookie }, { clientAddress });
  };

  const fill = <T = Response>(...fields: Field[]) => send<T>([["intent", "sheet"], ...fields]);

  /** Loads the lines of a pasted list, as the page shows them on which the visitor checks them. */
  const loadLines = async (Cookie: string, address = "/quotation?check=1") =>
    (await site.load<{ checked?: CheckedList }>(quotation.loader, address, {}, { Cookie })).checked?.lines ?? [];

  return {
    send,
    fill,
    loadLines,
    /** Pastes a list, and returns the list's cookie, and the lines of the page on which the visitor checks it. */
    async paste(numbers: string, ...fields: Field[]) {
      const result = await fill<Response | ListPage>(["numbers", numbers], ...fields);
      if (!(result instanceof Response)) return { page: result, cookie: "", lines: [] as CheckedLine[] };
      const cookie = getCookies(result);
      return { response: result, cookie, lines: await loadLines(cookie, result.headers.get("Location")!) };
    },
    /** Presses the page's button, after the quantities of some rows were changed. */
    press(lines: readonly CheckedLine[], cookie: string, changed: Record<number, string> = {}, samples: number[] = []) {
      const rows = lines.flatMap(({ row }) => row ?? []);
      const fields = rows.flatMap(({ id, quantity }, index): Field[] => [
        ["item", id],
        ["quantity", changed[index] ?? quantity],
      ]);
      const ticked = samples.map((index): Field => ["sample", `quantity-${index}`]);
      return send<Response & ListPage>([["intent", "pasted"], ...fields, ...ticked], cookie);
    },
    readBasket: (cookie: string) => site.services.baskets.open(/inquiry=([^;]+)/.exec(cookie)?.[1]),
  };
}
