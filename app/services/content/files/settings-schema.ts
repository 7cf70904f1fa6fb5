import { z } from "zod";
import { getKindRow, kinds } from "../../api/contract/kinds.ts";
import { labelledValue, titledText } from "./content-schema.ts";
import { describeLength, rejectDuplicates, rejectManyEntries, words } from "./content-words.ts";
import { phone } from "./phone-schema.ts";
import { ownPicture, sitePath } from "./site-path-schema.ts";

/** Accepts a number, because YAML parses a year as one. It may have words, such as 1986–1990. */
const milestoneYear = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((year) => !/\d{5}/.test(year), "has five digits or more: write a year such as 1986")
  .refine((year) => !/^\d{1,3}$/.test(year), "has three digits or fewer: write a year such as 1986")
  .refine(
    (year) => Number(/^\d{4}$/.exec(year)?.[0] ?? 0) <= new Date().getFullYear() + 10,
    "is more than ten years ahead: is the year right?",
  );

/** Maximum number of characters of the text about the company. */
const maxAboutLength = 50_000;

const joinedYears = /(?<![\d备])(?:(?:19|20)\d{2}){2}(?![\d号])/u;

const latitude = "must be between -90 and 90: are lat and lng swapped?";
const longitude = "must be between -180 and 180";

const kindWords = z
  .strictObject({
    kind: z.enum(kinds),
    title: words,
    lead: words.optional(),
    labels: z.array(z.strictObject({ field: words, label: words })).optional(),
  })
  .superRefine(({ kind, labels = [] }, context) => {
    const knownFields = Object.keys(getKindRow(kind).fields);
    labels.forEach(({ field }, index) => {
      const message = `${field} isn't a field of ${kind}: there are ${knownFields.join(", ")}`;
      if (!knownFields.includes(field)) context.addIssue({ code: "custom", path: ["labels", index, "field"], message });
    });
  });

/** Schema of `settings/{locale}.yaml`. */
export const settingsFileSchema = z.strictObject({
  siteName: words,
  slogan: words,
  logo: ownPicture,
  company: words,
  address: words,
  phone,
  email: z.email(),
  hours: words,
  copyright: words.refine(
    (text) => !joinedYears.test(text),
    "has two years without a sign between them: write 1986–2026",
  ),
  icp: words.optional(),
  policeRecord: words.optional(),
  licences: z.array(labelledValue).superRefine(rejectManyEntries).optional(),
  baiduVerification: z
    .string()
    .regex(/^[\w-]{4,100}$/, 'must be the code alone, such as codeva-AbCd1234: what is in content="…" of Baidu\'s line')
    .optional(),
  sharePicture: z
    .string()
    .regex(/^\/(?!\/).+\.(?:png|jpe?g)$/i, "must be a PNG or JPEG file below public, such as /files/share.png")
    .optional(),
  social: z
    .array(
      z
        .strictObject({ name: words, url: sitePath.optional(), qr: ownPicture.optional() })
        .refine(({ url, qr }) => url ?? qr, "needs a url or a qr: its address, or a picture of its QR code"),
    )
    .superRefine(rejectManyEntries)
    .default([]),
  map: z
    .strictObject({
      lat: z.number().min(-90, latitude).max(90, latitude),
      lng: z.number().min(-180, longitude).max(180, longitude),
      url: sitePath,
    })
    .optional(),
  seo: z.strictObject({ title: words, description: words }),
  about: z
    .string()
    .trim()
    .min(1)
    .refine(({ length }) => length <= maxAboutLength, {
      error: ({ input }) =>
        `${describeLength(String(input).length, maxAboutLength)}, write a plain page (\`page/…\`) instead`,
    }),
  milestones: z
    .array(titledText.extend({ year: milestoneYear }))
    .superRefine(rejectManyEntries)
    .default([]),
  figures: z
    .array(labelledValue.extend({ value: z.union([z.string(), z.number()]).transform(String), unit: words.optional() }))
    .superRefine(rejectManyEntries)
    .default([]),
  kinds: z
    .array(kindWords)
    .superRefine(rejectDuplicates(({ kind }) => kind))
    .optional(),
  sentences: z
    .strictObject({
      verse: words.optional(),
      home: z
        .array(z.strictObject({ kind: z.enum(kinds), title: words.optional(), text: words.optional() }))
        .superRefine(rejectDuplicates(({ kind }) => kind))
        .optional(),
      contactLead: words.optional(),
      reply: words.optional(),
      quotationLead: words.optional(),
      quotationAnswer: words.optional(),
      sample: words.optional(),
    })
    .optional(),
  kindsInUse: z.array(z.enum(kinds)).min(1, "must name one kind or more: without it all are shown").optional(),
});
