import * as quotation from "#app/routes/quotation/route.tsx";
import type { PastedList, QuotationResult } from "#app/services/api/contract/forms/form-results.ts";
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

  return {
    send,
    fill,
    /** Pastes a list, and returns the page on which the visitor checks it. */
    paste: (numbers: string, ...fields: Field[]) => fill<ListPage>(["numbers", numbers], ...fields),
    /** Presses the page's button, after the quantities of some lines were changed. */
    press({ lines }: PastedList, changed: Record<number, string> = {}, Cookie = "", samples: number[] = []) {
      const fields = lines.flatMap(({ line, row, isRaised }, index): Field[] => [
        ["line", line],
        ["item", row?.id ?? ""],
        ["quantity", changed[index] ?? row?.quantity ?? ""],
        ...(isRaised ? [["raised", String(index)] as Field] : []),
      ]);
      return send<Response & ListPage>(
        [["intent", "pasted"], ...fields, ...samples.map((index): Field => [`sample-${index}`, "on"])],
        Cookie,
      );
    },
    async readBasketAndText(response: Response) {
      const [, id] = /inquiry=([^;]+)/.exec(getCookies(response))!;
      const { items, unread } = await site.services.baskets.open(id);
      return { items, text: unread.split("\n").slice(1) };
    },
  };
}
