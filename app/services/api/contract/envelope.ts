import { z } from "zod";
import { documentedAs } from "./documented.ts";
import { numeric, optionalText } from "./liberal.ts";

export const envelopeSchema = z.object({
  code: documentedAs(numeric.clone(), z.int()).describe("0 or 200 for success; 401, 404 or another code for an error."),
  message: documentedAs(optionalText.clone(), z.string()).describe(
    "A message for the visitor, in the requested language.",
  ),
  data: z.unknown().optional().describe("Result of the call, as its endpoint describes it."),
});

export const defaultErrorMessage = "请求失败";

export const envelopeCodes = { success: [0, 200], unauthorized: 401, notFound: 404 } as const;

export function isSuccess(code: number): boolean {
  return (envelopeCodes.success as readonly number[]).includes(code);
}
