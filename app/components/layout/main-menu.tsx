import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import type { MenuItem } from "../../contract/entities.ts";
import { splitLocale } from "../../i18n/urls.ts";
import { slideIn } from "../motion/movement.ts";
import { Icon } from "../ui/icon.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import styles from "./main-menu.module.css";
import { findMenuItem } from "./menu-tree.ts";

/** Id of the menu: on a phone the address `#menu` shows it, so that it opens without script. */
export const menuId = "menu";

type MainMenuProps = {
  items: MenuItem[];
  /** Whether the sheet is open, once there is script: `:target` doesn't follow navigation by script. */
  isSheetOpen: boolean;
  onSheetClose: () => void;
};

/** The menu tree: a sheet on a phone; on a wide screen sub-menus open by hover, focus and their buttons. */
export function MainMenu({ items, isSheetOpen, onSheetClose }: MainMenuProps) {
  const { t } = useTranslation();
  const ref = useRef<HTMLElement>(null);
  const [openId, setOpenId] = useState<string>();
  const [isEnhanced, setEnhanced] = useState(false);
  const { pathname, key } = useLocation();
  useEffect(() => setEnhanced(true), []);
  useEffect(() => setOpenId(undefined), [key]);
  useEffect(() => {
    if (!isSheetOpen || wide().matches) return undefined;
    slideIn(ref.current!);
    return keepFocusIn(ref.current!);
  }, [isSheetOpen]);
  useEffect(() => {
    const onKeyDown = ({ key: pressed }: KeyboardEvent) => {
      if (pressed !== "Escape") return;
      setOpenId(undefined);
      if (isSheetOpen) onSheetClose();
      else dismissSubmenus(ref.current!);
    };
    // What the pointer has opened closes too, wherever the focus is.
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
  const close = (event: React.MouseEvent) => {
    event.preventDefault();
    onSheetClose();
  };
  return (
    <nav
      id={menuId}
      ref={ref}
      className={styles["menu"]}
      aria-label={t("header.mainMenu")}
      data-enhanced={isEnhanced || undefined}
      data-open={isSheetOpen || undefined}
    >
      <a href="#menu-closed" className={styles["close"]} onClick={close}>
        <Icon name="close" />
        {t("header.closeMenu")}
      </a>
      <ul className={styles["top"]}>
        {items.map((item) => (
          <TopItem
            key={item.id}
            item={item}
            isCurrent={findMenuItem([item], "path", splitLocale(pathname).path) !== undefined}
            isOpen={openId === item.id}
            onToggle={() => setOpenId(openId === item.id ? undefined : item.id)}
            onLeave={() => setOpenId((open) => (open === item.id ? undefined : open))}
          />
        ))}
      </ul>
    </nav>
  );
}

/**
 * Puts the focus into the open sheet and keeps it there: what lies beneath can't be reached.
 * @returns ends it, and gives the focus back to the button of the sheet
 */
function keepFocusIn(sheet: HTMLElement): () => void {
  const beneath: HTMLElement[] = [];
  for (let part = sheet; part !== document.body; part = part.parentElement!) {
    for (const one of part.parentElement!.children) if (one !== part) beneath.push(one as HTMLElement);
  }
  const setInert = (inert: boolean) => beneath.forEach((one) => Object.assign(one, { inert }));
  const release = () => setInert(false);
  setInert(true);
  sheet.querySelector("a")!.focus();
  // On a window that has become wide the same menu is no sheet.
  wide().addEventListener("change", release, { once: true });
  return () => {
    release();
    document.querySelector<HTMLElement>(`[href="#${menuId}"]`)?.focus();
  };
}

/** Closes what hover or focus has opened; the focus goes back to what opened it. */
function dismissSubmenus(menu: HTMLElement): void {
  for (const item of menu.querySelectorAll<HTMLElement>("li[data-top]:hover, li[data-top]:focus-within")) {
    const opener = item.querySelector<HTMLElement>("[aria-expanded=true]") ?? item.querySelector("a")!;
    if (item.contains(document.activeElement)) opener.focus();
    item.setAttribute("data-dismissed", "");
  }
}

type TopItemProps = {
  item: MenuItem;
  /** Whether it, or something below it, is the page that is shown. */
  isCurrent: boolean;
  isOpen: boolean;
  onToggle: () => void;
  /** The focus has gone elsewhere: on a wide screen what it had opened closes. */
  onLeave: () => void;
};

function TopItem({ item, isCurrent, isOpen, onToggle, onLeave }: TopItemProps) {
  const { t } = useTranslation();
  const undismiss = (event: React.SyntheticEvent<HTMLElement>) => event.currentTarget.removeAttribute("data-dismissed");
  if (item.children.length === 0) {
    return (
      <li data-top lang={item.lang} className={styles["item"]}>
        <MenuLink item={item} />
      </li>
    );
  }
  return (
    <li
      data-top
      lang={item.lang}
      data-current={isCurrent || undefined}
      data-open={isOpen || undefined}
      className={styles["item"]}
      onMouseLeave={undismiss}
      onBlur={(event) => {
        undismiss(event);
        if (!event.currentTarget.contains(event.relatedTarget) && wide().matches) onLeave();
      }}
    >
      <MenuLink item={item} />
      <button
        type="button"
        className={styles["toggle"]}
        aria-expanded={isOpen}
        aria-label={t("header.submenuOf", { title: item.title })}
        onClick={(event) => {
          // The focus that the button has would keep open what it closes.
          event.currentTarget.closest("li")?.toggleAttribute("data-dismissed", isOpen);
          onToggle();
        }}
      >
        <Icon name="chevron" />
      </button>
      <ul className={styles["panel"]} data-many={item.children.length > 6 || undefined}>
        {item.children.map((child) => (
          <li key={child.id} lang={child.lang} className={styles["group"]}>
            <MenuLink item={child} />
            <MenuItems items={child.children} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function wide(): MediaQueryList {
  return window.matchMedia("(min-width: 64em)");
}

function MenuItems({ items }: { items: MenuItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul className={styles["leaves"]}>
      {items.map((item) => (
        <li key={item.id}>
          <MenuLink item={item} />
          <MenuItems items={item.children} />
        </li>
      ))}
    </ul>
  );
}

function MenuLink({ item }: { item: MenuItem }) {
  if (!item.path) return <span className={styles["link"]}>{item.title}</span>;
  return (
    <SiteLink to={item.path} className={styles["link"]} target={item.target === "_blank" ? "_blank" : undefined}>
      {item.title}
    </SiteLink>
  );
}
