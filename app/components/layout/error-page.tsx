import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { getKindsInUse } from "../../contract/kinds.ts";
import { fallbackPlate } from "../../contract/pictures.ts";
import buttons from "../ui/button.module.css";
import { SiteLink } from "../ui/site-link.tsx";
import styles from "./error-page.module.css";
import { useKindTitle } from "./kind-title.ts";
import { RequestIdContext } from "./request-id-context.ts";
import { useSharedData } from "./shared-data.ts";

export type ErrorPageProps = {
  /** HTTP status. */
  status: number;
  /** Text of the status; it is not translated. */
  statusMessage: string;
  /** `Page Not Found: {path}` for a 404. */
  message?: string;
  /** Id for reporting the failure. @default the document's request id */
  requestId?: string;
};

const messageKeys = {
  403: { title: "error.forbiddenTitle", text: "error.forbiddenText" },
  405: { title: "error.methodTitle", text: "error.methodText" },
  413: { title: "error.tooLargeTitle", text: "error.tooLargeText" },
  404: { title: "error.notFoundTitle", text: "error.notFoundText" },
  503: { title: "error.unavailableTitle", text: "error.unavailableText" },
  500: { title: "error.internalTitle", text: "error.internalText" },
} as const;

function hasText(status: number): status is keyof typeof messageKeys {
  return Object.hasOwn(messageKeys, status);
}

/** Error page with an explanation and links to continue. */
export function ErrorPage({ status, statusMessage, message, requestId }: ErrorPageProps) {
  const { t } = useTranslation();
  const kindTitle = useKindTitle();
  const kindsInUse = getKindsInUse(useSharedData()?.settings);
  const { title, text } = messageKeys[hasText(status) ? status : 500];
  const { pathname, search } = useLocation();
  const documentId = useContext(RequestIdContext);
  const visibleId = requestId ?? documentId;
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
          {kindsInUse.map((kind) => (
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
      {visibleId && (
        <p className={styles["request"]}>
          {t("error.requestId")} <code data-request-id>{visibleId}</code>
        </p>
      )}
    </div>
  );
}
