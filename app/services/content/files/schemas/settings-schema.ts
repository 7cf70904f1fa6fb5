import { z } from "zod";
import { getKindRow, kinds } from "#app/services/api/contract/kinds.ts";
import { labelledValue, titledText } from "./content-schema.ts";
import {
  createIssue,
  longWords,
  messageKey,
  numberOrText,
  ownPicture,
  phoneNumber,
  rejectDuplicates,
  shortList,
  sitePathSchema,
  words,
} from "./content-words.ts";

const kindWords = z
  .strictObject({
    kind: z.enum(kinds),
    title: words,
    lead: longWords.optional(),
    labels: z.array(z.strictObject({ field: words, label: words })).optional(),
  })
  .superRefine(({ kind, labels = [] }, context) => {
    const knownFields = Object.keys(getKindRow(kind).fields);
    labels.forEach(({ field }, index) => {
      if (knownFields.includes(field)) return;
      context.addIssue(createIssue("unknownField", { fields: knownFields.join(", ") }, ["labels", index, "field"]));
    });
  });

export const settingsFileSchema = z.strictObject({
  siteName: words,
  slogan: words,
  logo: ownPicture,
  company: words,
  address: words,
  phone: phoneNumber,
  email: z.email(),
  hours: words,
  copyright: words,
  icp: words.optional(),
  policeRecord: words.optional(),
  licences: shortList(labelledValue).optional(),
  decoction: words.optional(),
  baiduVerification: z
    .string()
    .regex(/^[\w-]{4,100}$/, messageKey("verificationCode"))
    .optional(),
  sharePicture: z
    .string()
    .regex(/^\/(?!\/).+\.(?:png|jpe?g)$/i, messageKey("sharePicture"))
    .meta({ widget: "ownImage" })
    .optional(),
  social: shortList(
    z
      .strictObject({ name: words, url: sitePathSchema.optional(), qr: ownPicture.optional() })
      .refine(({ url, qr }) => url ?? qr, messageKey("urlOrQr")),
  ).default([]),
  map: z
    .strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180), url: sitePathSchema })
    .optional(),
  seo: z.strictObject({ title: words, description: longWords }),
  about: z.string().trim().min(1).max(50_000).meta({ widget: "markdown" }),
  milestones: shortList(titledText.extend({ year: numberOrText })).default([]),
  figures: shortList(labelledValue.extend({ value: numberOrText, unit: words.optional() })).default([]),
  kinds: z
    .array(kindWords)
    .superRefine(rejectDuplicates(({ kind }) => kind))
    .optional(),
  sentences: z
    .strictObject({
      verse: longWords.optional(),
      home: z
        .array(z.strictObject({ kind: z.enum(kinds), title: words.optional(), text: longWords.optional() }))
        .superRefine(rejectDuplicates(({ kind }) => kind))
        .optional(),
      footerNote: longWords.optional(),
      searchHint: words.optional(),
      contactLead: longWords.optional(),
      reply: longWords.optional(),
      quotationLead: longWords.optional(),
      quotationAnswer: longWords.optional(),
      sample: longWords.optional(),
    })
    .optional(),
  kindsInUse: z.array(z.enum(kinds)).min(1).optional(),
});
