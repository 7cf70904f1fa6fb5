import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, useFetchers, useLocation } from "react-router";
import { Icon } from "#app/components/ui/icon.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import styles from "./site-header.module.css";

/** Formats the badge: empty for 0, at most `99+`. */
export function formatBadge(count: number, max = 99): string {
  if (!(count > 0)) return "";
  return count > max ? `${max}+` : String(count);
}

/** Uses no cookie parser, because it reads a single number. */
export function readInquiryCount(cookies: string): number {
  return Number(/(?:^|; )inquiry_count=(\d{1,4})(?:;|$)/.exec(cookies)?.[1] ?? 0);
}

/** Links to the inquiry list. Only a script renders the badge, so that all visitors share cached pages. */
export function InquiryLink() {
  const { t } = useTranslation();
  const [count, setCount] = useState(0);
  const { key } = useLocation();
  const isAdding = useFetchers().some(({ state }) => state !== "idle");
  // Cookies have no change event, so navigations and added items update the count.
  useEffect(() => setCount(readInquiryCount(document.cookie)), [key, isAdding]);
  return (
    <SiteLink to={href("/quotation")} className={styles["tool"]}>
      <Icon name="basket" />
      <span className="visually-hidden">
        {count > 0 ? t("header.inquiryCount", { count }) : t("header.inquiryList")}
      </span>
      {count > 0 && (
        <span className={styles["badge"]} aria-hidden="true">
          {formatBadge(count)}
        </span>
      )}
    </SiteLink>
  );
}
