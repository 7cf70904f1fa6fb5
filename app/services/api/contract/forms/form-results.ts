import type { AmountUnit } from "#app/services/api/contract/amounts/doses.ts";
import type { MinimumOrder } from "#app/services/api/contract/amounts/minimum-order.ts";
import type { QuantityProblem } from "#app/services/api/contract/amounts/quantity.ts";
import type { BatchState } from "#app/services/api/contract/batches/batch-state.ts";
import type { Image, Name } from "#app/services/api/contract/entities.ts";
import type { loginFields } from "./form-fields.ts";
import type { FieldName } from "./forms.ts";
import type { FieldProblem } from "./submissions.ts";

/** `website` is the honeypot, which people don't see. */
export type ControlName = FieldName | keyof typeof loginFields | "website";

/** Problem of a whole form. `forms.json` has a message for each. */
export type FormProblem = {
  problem?:
    | ("limited" | "changed" | "refused" | "storage" | "tooFast" | "unconfirmed")
    | ("full" | "cut" | "unknownItem" | "changedTooOften")
    | ("tooManyLines" | "tooMuchText")
    | ("codeTooSoon" | "loginLimited" | "loginUnavailable");
  /** Reference of the submission that was already received with the form's key. */
  reference?: string;
  message?: string;
  /** Minutes to wait, seconds until the next code, or the number of lines or characters. */
  count?: number;
};

export type FieldErrors = Partial<Record<ControlName, FieldProblem>>;

export type FieldValues = Partial<Record<ControlName, string>>;

/** A form returned by the server, with its values. */
export type FormResult = FormProblem & { errors?: FieldErrors; values: FieldValues };

export type LoginResult = FormResult & {
  /** Seconds until the account may request another code. */
  codeWait?: number;
  validMinutes?: number;
  redirect?: string;
};

/** What a product's line shows wherever it is listed. */
export type ItemLine = {
  id: string;
  /** Title in the visitor's language; `undefined` if the item is deleted. */
  title: string | undefined;
  lang?: string | undefined;
  /** Without alternative text, because the title repeats it. */
  cover?: Image | undefined;
  names: Name[];
  /** Who may buy it, cut and pack. */
  spec?: string;
  sku?: string | undefined;
  /** Minimum order as text. */
  moq?: string | undefined;
  /** The minimum order, parsed if possible. */
  minimum?: MinimumOrder | undefined;
  licensedBuyersOnly?: true | undefined;
  /** The batch that speaks for the product. */
  batch?: { id: string; state: BatchState; word: string };
};

export type BasketRow = ItemLine & {
  /** Processed form of the product that the listed formulas ask for, in words. */
  form?: string;
  sample?: true;
  /** Empty for a sample without an order. */
  quantity: string;
  /** The quantity in the list, when the page was rendered. */
  listed?: string;
  /** Notes on the row, such as the reason for its quantity. */
  note?: string;
  /** Why the quantity, as typed, isn't accepted. `changed`: since the page was rendered, the list has got `amount`. */
  problem?: QuantityProblem | { reason: "changed"; amount: number } | undefined;
  /** The problem in words. */
  error?: string | undefined;
};

export type TypedQuantity = Pick<BasketRow, "id" | "quantity">;

/** A line of a pasted list, or a row of the order sheet, which has no `line`. Without `row` no item is known. */
export type CheckedLine = {
  /** Key of the line by its text and item, so that what is typed stays with its line. */
  key: string;
  line: string;
  row?: BasketRow;
  note?: string | undefined;
  /** Id of the quantity's field, if the line has one. */
  field: string;
  /** Whether the visitor has to fill in the quantity. */
  isOpen: boolean;
};

/** `status`: how many lines of each kind there are, in words. */
export type CheckedList = {
  title: string;
  lead: string;
  status: string;
  lines: CheckedLine[];
  errors: { text: string; id: string }[];
};

/** A pasted list that isn't kept, with the reason and the order sheet's filled-in fields as names and values. */
export type RefusedText = { text: string; error: string; sheetFields: [string, string][] };

export type QuotationResult = FormResult & {
  rows?: BasketRow[];
  /** A pasted list that the visitor checks before anything is added. */
  checked?: CheckedList;
  refusedText?: RefusedText;
  /** Typed quantities, returned instead of `rows` if the request was lost. */
  items?: TypedQuantity[];
};

/** A refused order of a formula, with the fields as typed. */
export type FormulaResult = { text: string; amount: string; per: AmountUnit };

/** Result of the button that adds an item to the inquiry list. */
export type AddResult =
  { ids: string[] } | { problem: "full" | "notAdded" | "unknownItem" | "limited" | "unconfirmed" };
