import { parseCookie } from "cookie-es";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFetchers, useLocation } from "react-router";
import { Icon } from "../ui/icon.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import styles from "./site-header.module.css";

const countCookie = "inquiry_count";
const mostShown = 99;

/** What the badge says for a number of different items: nothing for none, at most `99+`. */
export function badgeText(count: number): string {
  if (!(count > 0)) return "";
  return count > mostShown ? `${mostShown}+` : String(count);
}

/** The number of different items in the basket, as its readable cookie says. */
export function inquiryCount(cookies: string): number {
  const count = parseCookie(cookies)[countCookie] ?? "";
  return /^\d{1,4}$/.test(count) ? Number(count) : 0;
}

/** Link to the inquiry basket. The badge is drawn by script, so that the page is the same for everyone. */
export function InquiryLink() {
  const { t } = useTranslation();
  const [count, setCount] = useState(0);
  const { key } = useLocation();
  const isAdding = useFetchers().some(({ state }) => state !== "idle");
  // Read again after every navigation and every addition: the cookie says nothing when it changes.
  useEffect(() => setCount(inquiryCount(document.cookie)), [key, isAdding]);
  return (
    <SiteLink to="/quotation" className={styles["tool"]}>
      <Icon name="basket" />
      <span className="visually-hidden">
        {count > 0 ? t("header.inquiryCount", { count }) : t("header.inquiryList")}
      </span>
      {count > 0 && (
        <span className={styles["badge"]} aria-hidden="true">
          {badgeText(count)}
        </span>
      )}
    </SiteLink>
  );
}
