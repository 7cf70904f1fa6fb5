/** All messages by namespace. The files of the default locale define the keys. */
export type Messages = typeof import("./messages/cn/index.ts");

export type Namespace = keyof Messages;

/** Messages that every page needs, for example of its header and footer. */
export const commonNamespace = "common" satisfies Namespace;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Messages;
  }
}
