import type { Response } from "express";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { locales } from "../../i18n/locales.ts";
import type { Owner } from "../submissions/inbox/owner.ts";
import type { Messages } from "../../i18n/messages.ts";

/** Sentences about what has just been done, by their names in addresses. */
export type Notice = keyof Messages["owner"]["desk"]["notices"];

export type PageOptions = {
  title: string;
  owner: Owner;
  /** Account that is logged in. */
  account?: string | undefined;
  tabs?: readonly { name: keyof Messages["owner"]["desk"]["tabs"]; isCurrent: boolean; count?: number }[];
  notice?: Notice | undefined;
  /** What went wrong, announced as an error. */
  problem?: string | undefined;
};

/** Sends a page of the desk. It needs no scripts. */
export function sendPage(response: Response, options: PageOptions, children: ReactNode, status = 200): void {
  const markup = renderToStaticMarkup(<Page {...options}>{children}</Page>);
  response.status(status).type("html").send(`<!doctype html>${markup}`);
}

function Page({ title, owner, account, tabs = [], notice, problem, children }: PageOptions & { children: ReactNode }) {
  const { t, locale } = owner;
  return (
    <html lang={locales[locale].language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${problem ? t("desk.problemTitle") : ""}${title} · ${t("desk.name")}`}</title>
        <link rel="stylesheet" href="/desk/desk.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <header className="bar">
          <a className="name" href="/desk">
            {t("desk.name")}
          </a>
          <nav aria-label={t("desk.name")}>
            {tabs.map(({ name, isCurrent, count }) => (
              <a
                key={name}
                href={`/desk/${name}`}
                // The editor fills the window, and these pages are needed beside it.
                target={name === "content" ? "_blank" : undefined}
                aria-current={isCurrent ? "page" : undefined}
              >
                {t(`desk.tabs.${name}`)}
                {count ? <span className="count">{count}</span> : null}
              </a>
            ))}
          </nav>
          <div className="end">
            {Object.values(locales)
              .filter(({ language }) => language !== locales[locale].language)
              .map(({ label, language }) => (
                <a key={language} lang={language} href={`?language=${language}`}>
                  {label}
                </a>
              ))}
            {account && (
              <form method="post" action="/desk/logout">
                <button className="link">{t("desk.logOut", { account })}</button>
              </form>
            )}
          </div>
        </header>
        <main>
          <h1>{title}</h1>
          {notice && (
            <p className="notice" role="status">
              {t(`desk.notices.${notice}`)}
            </p>
          )}
          {problem && (
            <p className="notice problem" role="alert">
              {problem}
            </p>
          )}
          {children}
        </main>
      </body>
    </html>
  );
}

type FieldProps = {
  name: string;
  label: string;
  value?: string | undefined;
  isRequired?: boolean;
  autoComplete?: string;
  inputMode?: "numeric" | "email";
};

/** A text field with its label. */
export function Field({ name, label, value, isRequired, ...input }: FieldProps) {
  return (
    <p className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} defaultValue={value} required={isRequired} {...input} />
    </p>
  );
}
