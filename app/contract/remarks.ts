import type { EndpointKey } from "./endpoints.ts";
import { kinds, type Kind } from "./kinds.ts";

/** What people should know of a call. */
type Remark = {
  summary: string;
  /** Sentences beyond what the schemas say. */
  details: string;
  /** Whether the site's specification demands the call as it is, or this contract has chosen it. */
  origin: "specified" | "decided";
  /** Whether the site can do without it. */
  isOptional?: true;
};

const paged =
  "Every page shows a part of one order: no item on two pages, none on no page, and `total` counts all of them. A `pageSize` " +
  "is never exceeded. A page behind the last has no rows. A category that isn't known is code 404.";
const unknownId =
  "An id that isn't known is code 404, from which the site makes its 404 page; any other failure isn't.";
const once =
  "The site sends an `Idempotency-Key`, the same with every try. Keep the message once for a key and answer the same id " +
  "again: an answer may be lost on its way. A refusal is any other code with a sentence for the visitor; 408, 409, 425, 429 " +
  "and 5xx mean `later`, and `Retry-After` is heeded.";

/** Kinds whose calls the site's specification has. */
const specified: readonly Kind[] = ["news", "case", "product", "service"];

type ContentKey = `${Kind}.${"list" | "info"}`;

function contentRemarks(): Record<ContentKey, Remark> {
  const remarks = kinds.flatMap((kind): [string, Remark][] => {
    const origin = specified.includes(kind) ? "specified" : "decided";
    return [
      [`${kind}.list`, { summary: `A page of the ${kind} items`, details: paged, origin }],
      [`${kind}.info`, { summary: `One ${kind} item with its body`, details: unknownId, origin }],
    ];
  });
  return Object.fromEntries(remarks) as Record<ContentKey, Remark>;
}

/** A remark on every call; a missing one doesn't compile. */
export const remarks: Record<EndpointKey, Remark> = {
  ...contentRemarks(),
  "ad.list": {
    summary: "Adverts of a group, or of all",
    details: "The front page shows `home-hero` and `home-banner`, lists show `list-aside`.",
    origin: "specified",
  },
  "ad.info": { summary: "One advert", details: unknownId, origin: "specified" },
  "menu.tree": {
    summary: "The menu, as a tree",
    details: "Without one, the site makes a menu from its own pages.",
    origin: "specified",
  },
  "setting.list": {
    summary: "Name, addresses and texts of the site",
    details: "`data` is one object. A field that is left out leaves out what shows it.",
    origin: "specified",
  },
  "cat.list": {
    summary: "Categories of a kind, as a tree",
    details: "A slug stands in addresses: keep it the same in every language.",
    origin: "specified",
  },
  "cat.info": {
    summary: "One category",
    details: "A slug that isn't known is code 404.",
    origin: "specified",
  },
  "article.prevnext": {
    summary: "What stands before and behind an item",
    details: "In the order of `newest`: `prev` is the newer one. An id that isn't known is code 404.",
    origin: "specified",
  },
  "guestbook.create": { summary: "Keeps a message of a visitor", details: once, origin: "specified" },
  "quotation.create": {
    summary: "Keeps a request for prices",
    details: once,
    origin: "decided",
    isOptional: true,
  },
  "auth.code": {
    summary: "Sends a login code to an account",
    details:
      "The code goes to the account, never into the answer. Code 429 with `Retry-After` for one who asks too often.",
    origin: "decided",
    isOptional: true,
  },
  "auth.login": {
    summary: "Logs in with a code",
    details:
      "A wrong code is code 401 or 422. The token is sent as `Authorization: Bearer` with this visitor's later calls.",
    origin: "decided",
    isOptional: true,
  },
};
