import { createContext, useContext, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href, useLocation } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import { useKindsInUse, useKindTitle } from "#app/components/ui/page-data.ts";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getListPath } from "#app/i18n/urls.ts";
import { fallbackPlate } from "#app/services/api/contract/pictures.ts";
import styles from "./error-page.module.css";

/** The document's request id, for pages without loader data. */
export const RequestIdContext = createContext<string | undefined>(undefined);

/** Reads an error page's request id, if any. */
export function readRequestIdInPage(): string | undefined {
  return document.querySelector<HTMLElement>("[data-request-id]")?.textContent ?? undefined;
}

type MessageKey = "forbidden" | "method" | "tooLarge" | "charset" | "notFound" | "gone" | "unavailable" | "internal";

const messageKeys: Partial<Record<number, MessageKey>> = {
  403: "forbidden",
  404: "notFound",
  405: "method",
  410: "gone",
  413: "tooLarge",
  415: "charset",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

type ErrorPageProps = {
  statusCode: number;
  /** Text of the status, untranslated. */
  statusMessage: string;
  /** `Page Not Found: {path}` for a 404, `Gone` for a 410. Not rendered for other statuses. */
  message: string;
  /** Id for failure reports. @default the document's request id */
  requestId?: string;
};

export function ErrorPage({ statusCode: status, statusMessage, message, requestId }: ErrorPageProps) {
  const { t } = useTranslation(["errors", "common"]);
  const getKindTitle = useKindTitle();
  const kindsInUse = useKindsInUse();
  const key = messageKeys[status] ?? "internal";
  const isLost = status === 404 || status === 410;
  const documentId = useContext(RequestIdContext);
  // A removed page needs no report.
  const visibleId = status === 410 ? undefined : (requestId ?? documentId);
  return (
    <ErrorFrame title={t(`${key}Title`)}>
      <p className={`${styles["status"]} note`} lang="en">
        {`${status} ${isLost ? message : statusMessage}`}
      </p>
      <p className={`${styles["text"]} measure`}>{t(`${key}Text`)}</p>
      {isLost ? (
        <ul className={`${styles["links"]} measure`}>
          {kindsInUse.map((kind) => (
            <li key={kind}>
              <SiteLink to={getListPath(kind)} className="tall-link">
                {getKindTitle(kind)}
              </SiteLink>
            </li>
          ))}
          <li>
            <SiteLink to={href("/search")} className="tall-link">
              {t("common:pages.search")}
            </SiteLink>
          </li>
        </ul>
      ) : (
        <RetryLink />
      )}
      {visibleId && (
        <p className={`${styles["request"]} note`}>
          {t("requestId")} <code data-request-id>{visibleId}</code>
        </p>
      )}
    </ErrorFrame>
  );
}

/** Uses only common messages, because no others can be loaded while the site can't be reached. */
export function NoConnectionPage() {
  const { t } = useTranslation();
  return (
    <ErrorFrame title={t("noConnection.title")}>
      <p className={`${styles["text"]} measure`}>{t("noConnection.text")}</p>
      <RetryLink />
    </ErrorFrame>
  );
}

function ErrorFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={`${styles["page"]} page-width`}>
      <img className={styles["plate"]} src={fallbackPlate} alt="" width="160" height="200" />
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      {children}
    </div>
  );
}

function RetryLink() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <p>
      <a href={pathname + search} rel="external" className={buttons["primary"]}>
        {t("retry")}
      </a>
    </p>
  );
}
