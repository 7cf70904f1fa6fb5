import { z } from "zod";
import { numeric, optionalText } from "./liberal.ts";

/** What every call answers with; the result is `data`. */
export const envelopeSchema = z.object({
  code: numeric,
  message: optionalText,
  data: z.unknown().optional(),
});

/** What an error says where the server gives no message. */
export const defaultFailureMessage = "请求失败";

/** Codes of an envelope that the contract names. */
export const envelopeCodes = { success: [0, 200], unauthorized: 401, notFound: 404 } as const;

/** Whether an envelope's code means success. */
export function isSuccess(code: number): boolean {
  return (envelopeCodes.success as readonly number[]).includes(code);
}
