import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { kinds } from "../../contract/kinds.ts";
import { fallbackPlate } from "../../contract/pictures.ts";
import buttons from "../ui/button.module.css";
import { SiteLink } from "../ui/site-link.tsx";
import styles from "./error-page.module.css";
import { useKindTitle } from "./kind-title.ts";
import { RequestIdContext } from "./request-id-context.ts";

export type ErrorPageProps = {
  /** HTTP status. */
  status: number;
  /** The status in words, the same in every language. */
  statusMessage: string;
  /** `Page Not Found: {path}`, for a 404. */
  message?: string;
  /** What a visitor names when they report the failure; without one, it is the document's. */
  requestId?: string;
};

const texts = {
  403: { title: "error.forbiddenTitle", text: "error.forbiddenText" },
  405: { title: "error.methodTitle", text: "error.methodText" },
  413: { title: "error.tooLargeTitle", text: "error.tooLargeText" },
  404: { title: "error.notFoundTitle", text: "error.notFoundText" },
  503: { title: "error.unavailableTitle", text: "error.unavailableText" },
  500: { title: "error.internalTitle", text: "error.internalText" },
} as const;

function isNamed(status: number): status is keyof typeof texts {
  return Object.hasOwn(texts, status);
}

/** What a visitor sees where a page can't be shown: what happened, what to do, and a way on. */
export function ErrorPage({ status, statusMessage, message, requestId }: ErrorPageProps) {
  const { t } = useTranslation();
  const kindTitle = useKindTitle();
  const { title, text } = texts[isNamed(status) ? status : 500];
  const { pathname, search } = useLocation();
  const documentId = useContext(RequestIdContext);
  const shownId = requestId ?? documentId;
  return (
    <div className={styles["page"]}>
      <img className={styles["plate"]} src={fallbackPlate} alt="" width="160" height="200" />
      <title>{t(title)}</title>
      <meta name="robots" content="noindex" />
      <h1>{t(title)}</h1>
      <p className={styles["status"]} lang="en">
        {`${status} ${statusMessage}`}
      </p>
      {message && (
        <p className={styles["message"]} lang="en">
          {message}
        </p>
      )}
      <p className={styles["text"]}>{t(text)}</p>
      {status === 404 ? (
        <ul className={styles["ways"]}>
          {kinds.map((kind) => (
            <li key={kind}>
              <SiteLink to={`/${kind}/list`}>{kindTitle(kind)}</SiteLink>
            </li>
          ))}
          <li>
            <SiteLink to="/search">{t("pages.search")}</SiteLink>
          </li>
        </ul>
      ) : (
        <p>
          <a href={pathname + search} className={buttons["primary"]}>
            {t("error.retry")}
          </a>
        </p>
      )}
      {shownId && (
        <p className={styles["request"]}>
          {t("error.requestId")} <code data-request-id>{shownId}</code>
        </p>
      )}
    </div>
  );
}
