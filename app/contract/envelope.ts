import { z } from "zod";
import { documentedAs } from "./documented.ts";
import { numeric, optionalText } from "./liberal.ts";

/** What every call answers with; the result is `data`. */
export const envelopeSchema = z.object({
  code: documentedAs(numeric.clone(), z.int()).describe("0 or 200 for success; 401, 404 or another for what failed."),
  message: documentedAs(optionalText.clone(), z.string()).describe(
    "A sentence for the reader, in the language asked for.",
  ),
  data: z.unknown().optional().describe("The result."),
});

/** What an error says where the server gives no message. */
export const defaultFailureMessage = "请求失败";

/** Codes of an envelope that the contract names. */
export const envelopeCodes = { success: [0, 200], unauthorized: 401, notFound: 404 } as const;

/** Whether an envelope's code means success. */
export function isSuccess(code: number): boolean {
  return (envelopeCodes.success as readonly number[]).includes(code);
}
