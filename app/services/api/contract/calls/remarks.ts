import { mapFormCalls, type FormName } from "#app/services/api/contract/forms/forms.ts";
import { kinds, type Kind } from "#app/services/api/contract/kinds.ts";
import type { EndpointKey } from "./endpoints.ts";

type Remark = {
  summary: string;
  details: string;
  /** `specified`: by the site's specification. `decided`: by this contract. */
  origin: "specified" | "decided";
  /** Whether the site works without the call. */
  isOptional?: true;
};

const pageDetails =
  "The order of the items is the same for all pages, so that every item is on exactly one page. `total` counts the items of all " +
  "pages. A page has at most `pageSize` rows. A page after the last one has no rows. Returns code 404 for an unknown category.";
const missingKindDetails =
  "A backend without items of this kind responds with HTTP 404, 405 or 501. The site then shows nothing of the kind.";
const infoDetails =
  "Returns code 404 for an unknown id. The site then shows its 404 page, which it doesn't do for other errors.";
const idempotencyDetails =
  "The site sends an `Idempotency-Key`, the same at every attempt, because a response may get lost. Store one submission for a " +
  "key and always return its id. After code 408, 409, 425, 429, 500, 502, 503 or 504 the site retries, and honours `Retry-After`. " +
  "Any other code is a refusal; its message is shown to the visitor.";

const missingFormDetails = "Without the call (HTTP 404, 405 or 501) the request stays in the site's inbox alone.";

/** Kinds whose calls are in the site's specification. */
const specifiedKinds: readonly Kind[] = ["news", "case", "product", "service"];

type ContentEndpointKey = `${Kind}.${"list" | "info"}`;

function createContentRemarks(): Record<ContentEndpointKey, Remark> {
  const remarks = kinds.flatMap((kind): [string, Remark][] => {
    const isSpecified = specifiedKinds.includes(kind);
    const rest = isSpecified
      ? { origin: "specified" as const }
      : { origin: "decided" as const, isOptional: true as const };
    const details = isSpecified ? pageDetails : `${pageDetails} ${missingKindDetails}`;
    return [
      [`${kind}.list`, { summary: `A page of the ${kind} items`, details, ...rest }],
      [`${kind}.info`, { summary: `One ${kind} item with its body`, details: infoDetails, ...rest }],
    ];
  });
  return Object.fromEntries(remarks) as Record<ContentEndpointKey, Remark>;
}

function createFormRemark(form: FormName): Remark {
  const summary = `Stores what a visitor sends by the form \`${form}\``;
  // `guestbook` is the only form in the site's specification.
  if (form === "guestbook") return { summary, details: idempotencyDetails, origin: "specified" };
  return { summary, details: `${idempotencyDetails} ${missingFormDetails}`, origin: "decided", isOptional: true };
}

export const remarks: Record<EndpointKey, Remark> = {
  ...createContentRemarks(),
  "ad.list": {
    summary: "Adverts of a group, or of all groups",
    details:
      "The home page shows the groups `home-hero` and `home-banner`; lists of news, cases and services show `list-aside`.",
    origin: "specified",
  },
  "ad.info": { summary: "One advert", details: infoDetails, origin: "specified" },
  "menu.tree": {
    summary: "The menu, as a tree",
    details: "Without a menu, the site creates one from its own pages.",
    origin: "specified",
  },
  "setting.list": {
    summary: "Settings of the site: name, contact data and texts",
    details: "`data` is one object. If a field is missing, the site doesn't show the part that needs it.",
    origin: "specified",
  },
  "cat.list": {
    summary: "Categories of a kind, as a tree",
    details: "Slugs are part of URLs and must be the same in every language.",
    origin: "specified",
  },
  "cat.info": { summary: "One category", details: "Returns code 404 for an unknown slug.", origin: "specified" },
  "page.list": {
    summary: "Plain pages, such as the privacy notice",
    details:
      "Forms and the footer link to the page `privacy` if it exists. The sitemap and searches contain all plain pages, a thousand at most. A " +
      "backend without plain pages responds with code 404 or HTTP 404.",
    origin: "decided",
    isOptional: true,
  },
  "page.info": { summary: "One plain page with its body", details: infoDetails, origin: "decided", isOptional: true },
  "batch.list": {
    summary: "The batches of a product, or all batches",
    details:
      "Newest first. A product's page links to its batches, the sitemap has the newest thousand, and a search finds them by their " +
      "number. A product without batches has no rows. A backend without batches responds with code 404, or HTTP 404.",
    origin: "decided",
    isOptional: true,
  },
  "batch.info": {
    summary: "One batch with its test results",
    details:
      "Visitors type the number of a label, or scan its QR code. Returns code 404 for an unknown number: the page then asks " +
      "the visitor to check the label. The site redirects to the spelling of `data.id`.",
    origin: "decided",
    isOptional: true,
  },
  "article.prevnext": {
    summary: "The previous and the next item",
    details:
      "Returns the neighbours of the item in the order `newest`: `prev` is the newer one. Returns code 404 for an unknown id.",
    origin: "specified",
  },
  ...mapFormCalls(createFormRemark),
  "auth.code": {
    summary: "Sends a login code to an account",
    details:
      "The backend sends the code to the account; the response never contains it. After too many requests, it responds " +
      "with code 429 and `Retry-After`.",
    origin: "decided",
    isOptional: true,
  },
  "auth.login": {
    summary: "Logs in with a code",
    details:
      "Returns code 401 or 422 for a wrong login code. The site sends the token as `Authorization: Bearer` with the visitor's later calls.",
    origin: "decided",
    isOptional: true,
  },
};
