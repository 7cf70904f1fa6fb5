import { z } from "zod";
import { localeCodes } from "../i18n/locales.ts";

const locale = z.enum(localeCodes);

/** What a visitor writes in the guestbook. */
export const guestbookMessageSchema = z.object({
  name: z.string().min(1).max(60),
  contact: z.string().min(1),
  subject: z.string().max(120).optional(),
  content: z.string().min(1).max(5000),
  locale,
});

const quotationItemSchema = z.object({
  id: z.string().min(1),
  title: z.string(),
  sku: z.string().optional(),
  quantity: z.number().int().min(1).max(999_999),
  unit: z.string().optional(),
});

/** What a visitor asks a price for. */
export const quotationRequestSchema = z.object({
  name: z.string().min(1).max(60),
  company: z.string().optional(),
  contact: z.string().min(1),
  items: z.array(quotationItemSchema).max(200),
  message: z.string().max(5000).optional(),
  locale,
});
