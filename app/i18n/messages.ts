/** Every message of the site; the default locale's files say which there are. */
export type Messages = (typeof import("./messages/cn/index.ts"))["default"];

export type Namespace = keyof Messages;

/** What every page needs: header, footer, errors. */
export const commonNamespace = "common" satisfies Namespace;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Messages;
  }
}
