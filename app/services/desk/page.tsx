import type { Response } from "express";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { locales } from "../../i18n/locales.ts";
import ownerTexts from "../../i18n/messages/cn/owner.json" with { type: "json" };
import type { Owner } from "../submissions/inbox/owner.ts";
import type { Desk } from "./desk.ts";
import type { Messages } from "../../i18n/messages.ts";

/** A response of the desk. The router stores in `locals` what it knows of the request; `account` and `tabs` only after a login. */
export type DeskResponse = Response<unknown, PageLocals>;

type PageLocals = {
  desk: Desk;
  owner: Owner;
  address: string;
  requestId: string;
  account: string;
  tabs: readonly Tab[];
  openCount: number;
};

type DeskTexts = Messages["owner"]["desk"];

type Tab = keyof DeskTexts["tabs"];

/** Name of a sentence about what has just been done, in addresses. */
export type Notice = keyof DeskTexts["notices"];

type PageOptions = {
  title: string;
  isFrame?: boolean;
  problem?: string | undefined;
  status?: number | undefined;
};

export function sendPage(response: DeskResponse, options: PageOptions, children?: ReactNode): void {
  const { path, query } = response.req;
  const notice = noticeNames.find((name) => name === query["notice"]);
  const page = { ...response.locals, ...options, path, query, notice };
  const markup = renderToStaticMarkup(<Page {...page}>{children}</Page>);
  response
    .status(options.status ?? 200)
    .type("html")
    .send(`<!doctype html>${markup}`);
}

export function sendNotFound(response: DeskResponse): void {
  sendPage(response, { title: response.locals.owner.t("desk.notFound"), status: 404 });
}

const noticeNames = Object.keys(ownerTexts.desk.notices) as Notice[];

type PageProps = Partial<PageLocals> &
  Pick<PageLocals, "owner"> &
  PageOptions & { path: string; query: object; notice?: Notice | undefined; children: ReactNode };

function Page(page: PageProps) {
  const { title, isFrame, owner, account, tabs = [], openCount, path, query, notice, problem, children } = page;
  const { t, locale } = owner;
  return (
    <html lang={locales[locale].language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${problem ? t("desk.problemTitle") : ""}${title} · ${t("desk.name")}`}</title>
        {/* A page that the editor leads to leaves its frame. */}
        <base target="_top" />
        <link rel="stylesheet" href="/desk/desk.css" />
        <link rel="icon" href="data:," />
      </head>
      <body className={isFrame ? "frame" : undefined}>
        <header className="bar">
          <a className="name" href="/desk">
            {t("desk.name")}
          </a>
          <nav aria-label={t("desk.name")}>
            {tabs.map((name) => (
              <a key={name} href={`/desk/${name}`} aria-current={path.startsWith(`/${name}`) ? "page" : undefined}>
                {t(`desk.tabs.${name}`)}
                {name === "messages" && openCount ? <span className="count">{openCount}</span> : null}
              </a>
            ))}
          </nav>
        </header>
        <main>
          <h1 className={isFrame ? "visually-hidden" : undefined}>{title}</h1>
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
        <footer className="bar">
          <a href="/">{t("desk.site")}</a>
          {Object.values(locales)
            .filter(({ language }) => language !== locales[locale].language)
            .map(({ label, language }) => (
              <a key={language} lang={language} href={`?${new URLSearchParams({ ...query, language })}`}>
                {label}
              </a>
            ))}
          {account && (
            <>
              <a href="/desk/devices">{t("desk.devices.title")}</a>
              <form method="post" action="/desk/logout">
                <button className="link">{t("desk.logOut", { account })}</button>
              </form>
            </>
          )}
        </footer>
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
  inputMode?: "email";
  autoCapitalize?: "characters";
  type?: "date";
};

export function Field({ name, label, value, isRequired, ...input }: FieldProps) {
  return (
    <p className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} defaultValue={value} required={isRequired} {...input} />
    </p>
  );
}

type TableProps = { headings: readonly string[]; rows: readonly { key: string; cells: readonly ReactNode[] }[] };

export function Table({ headings, rows }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={headings[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
