import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { slideIn } from "#app/components/motion/movement.ts";
import { Icon } from "#app/components/ui/icon.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { splitLocale } from "#app/i18n/urls.ts";
import { findMenuItem, type MenuEntry } from "#app/services/api/contract/menu.ts";
import styles from "./main-menu.module.css";

/** Id of the menu, opened by `#menu` without script. */
export const menuId = "menu";

/** Id of the link that opens the menu. Closing the menu returns to this link. */
export const menuButtonId = "menu-button";

type MainMenuProps = {
  items: MenuEntry[];
  /** Whether the sheet is open. With script it replaces `:target`, which ignores client navigation. */
  isSheetOpen: boolean;
  onSheetClose: () => void;
};

/**
 * Renders the menu. On phones it is a sheet, whose first level has the batch look-up, because phones scan labels. On
 * wide screens, submenus open by hover or by their buttons; without script, by hover or focus.
 */
export function MainMenu({ items, isSheetOpen, onSheetClose }: MainMenuProps) {
  const { t } = useTranslation();
  const ref = useRef<HTMLElement>(null);
  const [openIndex, setOpenIndex] = useState<number>();
  const [isEnhanced, setEnhanced] = useState(false);
  const { pathname, key } = useLocation();
  // A sheet that was opened without script (`:target`) stays open when the script starts.
  useEffect(() => setEnhanced(!ref.current!.matches(":target") || getWideQuery().matches), []);
  useEffect(() => setOpenIndex(undefined), [key]);
  useEffect(() => {
    if (!isSheetOpen || getWideQuery().matches) return undefined;
    slideIn(ref.current!);
    const releaseFocus = trapFocus(ref.current!);
    return () => {
      setEnhanced(true);
      releaseFocus();
    };
  }, [isSheetOpen]);
  useEffect(() => {
    const onKeyDown = ({ key: pressedKey }: KeyboardEvent) => {
      if (pressedKey !== "Escape") return;
      setOpenIndex(undefined);
      if (isSheetOpen) onSheetClose();
      else dismissSubmenus(ref.current!);
    };
    // The listener is on the document, so that Escape also closes submenus opened by the pointer.
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
  const batch = findMenuItem(items, "type", "batch");
  const close = (event: React.MouseEvent) => {
    event.preventDefault();
    onSheetClose();
  };
  return (
    <nav
      id={menuId}
      ref={ref}
      className={`${styles["menu"]} no-print`}
      aria-label={t("header.mainMenu")}
      data-enhanced={isEnhanced || undefined}
      data-open={isSheetOpen || undefined}
    >
      <a href={`#${menuButtonId}`} className={styles["close"]} onClick={close}>
        <Icon name="close" />
        {t("header.closeMenu")}
      </a>
      <ul className={styles["top"]}>
        {items.map((item, index) => (
          <TopItem
            key={index}
            item={item}
            label={t("header.submenuOf", { title: item.title })}
            isCurrent={findMenuItem([item], "path", splitLocale(pathname).path) !== undefined}
            isOpen={openIndex === index}
            onToggle={() => setOpenIndex(openIndex === index ? undefined : index)}
            onLeave={() => setOpenIndex((open) => (open === index ? undefined : open))}
          />
        ))}
        {batch && !items.includes(batch) && (
          <li lang={batch.lang} className={`${styles["item"]} ${styles["onSheet"]}`}>
            <MenuLink item={batch} />
          </li>
        )}
      </ul>
    </nav>
  );
}

/**
 * Focuses the open sheet, and makes the rest of the page inert.
 * @returns function that undoes this and focuses the menu link
 */
function trapFocus(sheet: HTMLElement): () => void {
  const outsideElements: HTMLElement[] = [];
  for (let part = sheet; part !== document.body; part = part.parentElement!) {
    for (const sibling of part.parentElement!.children)
      if (sibling !== part) outsideElements.push(sibling as HTMLElement);
  }
  const setInert = (inert: boolean) => outsideElements.forEach((element) => Object.assign(element, { inert }));
  const releaseFocus = () => setInert(false);
  setInert(true);
  if (!sheet.contains(document.activeElement)) sheet.querySelector("a")!.focus({ preventScroll: true });
  // Releases the focus when the window becomes wide, because the menu is no sheet in wide windows.
  getWideQuery().addEventListener("change", releaseFocus, { once: true });
  return () => {
    releaseFocus();
    document.getElementById(menuButtonId)?.focus();
  };
}

/** Closes submenus, and returns the focus to their buttons. */
function dismissSubmenus(menu: HTMLElement): void {
  for (const item of menu.querySelectorAll<HTMLElement>("li[data-top]:hover, li[data-top][data-open]")) {
    const opener = item.querySelector<HTMLElement>("[aria-expanded=true]") ?? item.querySelector("a")!;
    if (item.contains(document.activeElement)) opener.focus();
    item.setAttribute("data-dismissed", "");
  }
}

type TopItemProps = {
  item: MenuEntry;
  label: string;
  /** Whether the current page is the item or below it. */
  isCurrent: boolean;
  isOpen: boolean;
  onToggle: () => void;
  /** Called when the focus leaves the item, to close its submenu on wide screens. */
  onLeave: () => void;
};

function TopItem({ item, label, isCurrent, isOpen, onToggle, onLeave }: TopItemProps) {
  const resetDismissed = (event: React.SyntheticEvent<HTMLElement>) =>
    event.currentTarget.removeAttribute("data-dismissed");
  if (!item.children?.length) {
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
      onMouseLeave={resetDismissed}
      onBlur={(event) => {
        resetDismissed(event);
        if (!event.currentTarget.contains(event.relatedTarget) && getWideQuery().matches) onLeave();
      }}
    >
      <MenuLink item={item} />
      <button
        type="button"
        className={styles["toggle"]}
        aria-expanded={isOpen}
        aria-label={label}
        onClick={(event) => {
          // Hides the closed submenu, which hover would keep open.
          event.currentTarget.closest("li")?.toggleAttribute("data-dismissed", isOpen);
          onToggle();
        }}
      >
        <Icon name="chevron" />
      </button>
      <ul className={styles["panel"]} data-many={item.children.length > 6 || undefined}>
        {item.children.map((child, index) => (
          <li key={index} lang={child.lang} className={styles["group"]}>
            <MenuLink item={child} />
            <MenuItems items={child.children} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function getWideQuery(): MediaQueryList {
  return window.matchMedia("(min-width: 64em)");
}

function MenuItems({ items }: { items: MenuEntry[] | undefined }) {
  if (!items?.length) return null;
  return (
    <ul className={styles["leaves"]}>
      {items.map((item, index) => (
        <li key={index}>
          <MenuLink item={item} />
          <MenuItems items={item.children} />
        </li>
      ))}
    </ul>
  );
}

function MenuLink({ item }: { item: MenuEntry }) {
  if (!item.path) return <span className={styles["link"]}>{item.title}</span>;
  return (
    <SiteLink to={item.path} className={styles["link"]} target={item.target === "_blank" ? "_blank" : undefined}>
      {item.title}
    </SiteLink>
  );
}
