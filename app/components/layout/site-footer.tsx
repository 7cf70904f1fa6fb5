import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { href, useLocation } from "react-router";
import { CopyButton } from "#app/components/ui/copy-button.tsx";
import { useSettings, useSharedData, type MainPages } from "#app/components/ui/page-data.ts";
import { PrivacyLink, SiteLink } from "#app/components/ui/site-link.tsx";
import { showToast } from "#app/components/ui/toaster.tsx";
import { isSitePath, splitLocale } from "#app/i18n/urls.ts";
import { findMenuItem, type MenuEntry } from "#app/services/api/contract/menu.ts";
import styles from "./site-footer.module.css";

export function SiteFooter({ mainPages }: { mainPages: MainPages }) {
  const { t } = useTranslation();
  const { isLoggedIn = false, guardedRoutes = [], menu } = useSharedData() ?? {};
  const { pathname, search } = useLocation();
  const settings = useSettings();
  const wasLoggedIn = useRef(isLoggedIn);
  useEffect(() => {
    if (isLoggedIn && !wasLoggedIn.current) showToast("success", t("header.loggedIn"));
    wasLoggedIn.current = isLoggedIn;
  }, [isLoggedIn, t]);
  const loginLink = isLoggedIn
    ? { path: href("/login"), title: t("header.loggedIn") }
    : { path: `${href("/login")}?${new URLSearchParams({ redirect: pathname + search })}`, title: t("header.login") };
  // Without guarded pages there is no login.
  const hasLogin = isLoggedIn || guardedRoutes.length > 0;
  const batch = findMenuItem(menu ?? [], "type", "batch");
  const links = [...mainPages, ...(batch ? [batch] : []), ...(hasLogin ? [loginLink] : [])];
  return (
    <footer className={`${styles["footer"]} no-print`}>
      <div className={`${styles["columns"]} page-width`}>
        {/* The contact page already has the contact data. */}
        {splitLocale(pathname).path !== href("/contact-us") && (
          <section>
            <h2 lang={settings.lang}>{settings.company ?? settings.siteName ?? t("site.fallbackName")}</h2>
            <ContactList />
          </section>
        )}
        <nav aria-label={t("footer.browse")}>
          <h2>{t("footer.browse")}</h2>
          <ul>
            {links.map(({ path, title, lang }: MenuEntry) => (
              <li key={path} lang={lang}>
                {path && <SiteLink to={path}>{title}</SiteLink>}
              </li>
            ))}
          </ul>
        </nav>
        <Social />
      </div>
      <LegalNotices />
    </footer>
  );
}

function LegalNotices() {
  const settings = useSettings();
  const footerNote = useSharedData()?.footerNote;
  return (
    <div className={`${styles["records"]} page-width note`}>
      {footerNote && <p lang={footerNote.lang}>{footerNote.text}</p>}
      <p>
        {settings.copyright && <span className={styles["copyright"]}>{settings.copyright}</span>}
        <PrivacyLink />
        {settings.icp && (
          <a href="https://beian.miit.gov.cn/" rel="noopener">
            {settings.icp}
          </a>
        )}
        {settings.policeRecord && (
          <a href="https://beian.mps.gov.cn/" rel="noopener">
            {settings.policeRecord}
          </a>
        )}
      </p>
      {settings.licences && settings.licences.length > 0 && (
        // Registration numbers are always in Chinese, as issued.
        <ul className={styles["licences"]} lang={settings.lang}>
          {settings.licences.map(({ label, value }) => (
            <li key={label}>
              {label} <span lang="zh-CN">{value}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Lists the contact data. The postal address isn't a link, so it can have a copy button. */
export function ContactList({ canCopy = false }: { canCopy?: boolean }) {
  const { t } = useTranslation();
  const { address, phone, callAddress, email, hours } = useSettings();
  const rows = [
    { label: t("footer.address"), text: address, canCopy },
    { label: t("footer.phone"), text: phone, link: callAddress },
    { label: t("footer.email"), text: email, link: `mailto:${email}` },
    { label: t("footer.hours"), text: hours },
  ];
  return (
    <dl className={canCopy ? styles["ruled"] : "stack-2"}>
      {rows.map(
        ({ label, text, link, canCopy: hasButton }) =>
          text && (
            <div key={label} className={styles["row"]}>
              <dt className="soft">{label}</dt>
              <dd>
                <span>{link ? <a href={link}>{text}</a> : text}</span>
                {hasButton && <CopyButton name={label} text={text} />}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Social() {
  const { t } = useTranslation();
  const { social = [] } = useSettings();
  if (social.length === 0) return null;
  return (
    <section>
      <h2>{t("footer.follow")}</h2>
      <ul className={styles["codes"]}>
        {social.map(({ name, url, qr }) => (
          <li key={name}>
            {qr && isSitePath(qr.src) && (
              <img src={qr.src} alt={t("footer.qrOf", { name })} width="96" height="96" loading="lazy" />
            )}
            {url ? <SiteLink to={url}>{name}</SiteLink> : name}
          </li>
        ))}
      </ul>
    </section>
  );
}
