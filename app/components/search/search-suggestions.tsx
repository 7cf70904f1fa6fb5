import { useEffect, useEffectEvent, useId, useLayoutEffect, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { BatchStateMark } from "#app/components/item/batch-state.tsx";
import { useNavigateTo } from "#app/components/ui/navigate-to.ts";
import { useKindTitle, useLocale } from "#app/components/ui/page-data.ts";
import { localizePath } from "#app/i18n/urls.ts";
import type { BatchState } from "#app/services/api/contract/batches/batch-state.ts";
import type { ContentKind } from "#app/services/api/contract/kinds.ts";
import styles from "./search-suggestions.module.css";

/** State of the suggestions, for the field's ARIA attributes. */
export type ComboboxState = { isOpen: boolean; listId: string; activeId: string | undefined };

export type SearchSuggestionsProps = {
  field: RefObject<HTMLInputElement | null>;
  onChange: (state: ComboboxState) => void;
};

type Suggestion = { title: string; path: string; kind: ContentKind; match?: string; state?: BatchState };

/** Renders a combobox's list as in the ARIA Authoring Practices, with the focus in the field. */
export default function SearchSuggestions({ field, onChange }: SearchSuggestionsProps) {
  const { t } = useTranslation();
  const getKindTitle = useKindTitle();
  const navigateTo = useNavigateTo();
  const listId = useId();
  const { suggestions, isOpen, active, select, close } = useSuggestions(field);
  const getOptionId = (index: number) => `${listId}-${index}`;
  const activeId = isOpen && active >= 0 ? getOptionId(active) : undefined;
  // A layout effect updates the ARIA attributes before the list is painted.
  useLayoutEffect(() => onChange({ isOpen, listId, activeId }), [onChange, isOpen, listId, activeId]);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  const choose = ({ path }: Suggestion) => {
    close();
    navigateTo(path);
  };
  // Arrow keys select, Enter confirms, Escape closes.
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const count = suggestions.length;
    // A composing input method needs arrow keys and Enter.
    if (event.isComposing || event.keyCode === 229 || count === 0) return;
    if (event.key === "ArrowDown") select(active + 1 < count ? active + 1 : -1);
    else if (event.key === "ArrowUp") select(active < 0 ? count - 1 : active - 1);
    else if (!isOpen) return;
    else if (event.key === "Enter" && active >= 0) choose(suggestions[active]!);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const input = field.current!;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    input.addEventListener("keydown", listener);
    return () => input.removeEventListener("keydown", listener);
  }, [field]);
  return (
    <div className={styles["place"]}>
      <div
        id={listId}
        role="listbox"
        aria-label={t("suggestions.label")}
        hidden={!isOpen}
        // Tab skips the list. Chromium would stop at a scrolling list, and lose the focus when it closes.
        tabIndex={-1}
        className={styles["list"]}
      >
        {suggestions.map((suggestion, index) => (
          // The field handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={suggestion.path}
            id={getOptionId(index)}
            role="option"
            aria-selected={index === active}
            // A click would otherwise take the field's focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(suggestion)}
          >
            {suggestion.state ? (
              <BatchStateMark state={suggestion.state}>{suggestion.title}</BatchStateMark>
            ) : (
              <span>{suggestion.title}</span>
            )}
            <small className="soft">
              {[suggestion.match, getKindTitle(suggestion.kind)].filter(Boolean).join(" · ")}
            </small>
          </div>
        ))}
      </div>
      <span role="status" className="visually-hidden">
        {isOpen ? t("suggestions.count", { count: suggestions.length }) : ""}
      </span>
    </div>
  );
}

const emptyList = { suggestions: [], active: -1 };

const debounceMs = 120;

/** Loads suggestions for the field. `active`: index of the selected one, or -1. */
function useSuggestions(field: RefObject<HTMLInputElement | null>) {
  const address = localizePath(href("/search/suggest"), useLocale());
  const [{ suggestions, active }, setList] = useState<{ suggestions: Suggestion[]; active: number }>(emptyList);
  const [isExpanded, setExpanded] = useState(false);
  useEffect(() => {
    const input = field.current!;
    let abortController: AbortController | undefined;
    const requestSuggestions = async () => {
      abortController?.abort();
      abortController = new AbortController();
      const { signal } = abortController;
      const newSuggestions = await fetchSuggestions(address, input.value.trim(), signal);
      if (signal.aborted) return;
      // A selected suggestion stays selected if it is in the new list.
      setList((list) => {
        const selectedPath = list.suggestions[list.active]?.path;
        return { suggestions: newSuggestions, active: newSuggestions.findIndex(({ path }) => path === selectedPath) };
      });
      setExpanded(document.activeElement === input);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const requestLater = (event: Event) => {
      // Text under composition isn't searched.
      if ((event as InputEvent).isComposing) return;
      clearTimeout(timer);
      timer = setTimeout(() => void requestSuggestions(), debounceMs);
    };
    const closeOnLeave = () => {
      clearTimeout(timer);
      abortController?.abort();
      setExpanded(false);
    };
    const events = { input: requestLater, compositionend: requestLater, blur: closeOnLeave } as const;
    for (const [name, listener] of Object.entries(events)) input.addEventListener(name, listener);
    input.form?.addEventListener("submit", closeOnLeave);
    if (input.value && document.activeElement === input) void requestSuggestions();
    return () => {
      closeOnLeave();
      for (const [name, listener] of Object.entries(events)) input.removeEventListener(name, listener);
      input.form?.removeEventListener("submit", closeOnLeave);
    };
  }, [field, address]);
  const select = (index: number, isShown = true) => {
    setExpanded(isShown);
    setList((list) => ({ ...list, active: index }));
  };
  const close = () => select(-1, false);
  return { suggestions, isOpen: isExpanded && suggestions.length > 0, active, select, close };
}

async function fetchSuggestions(address: string, q: string, signal: AbortSignal): Promise<Suggestion[]> {
  if (q === "") return [];
  try {
    const response = await fetch(`${address}?${new URLSearchParams({ q })}`, { signal });
    return response.ok ? ((await response.json()) as { suggestions: Suggestion[] }).suggestions : [];
  } catch {
    // The field works without suggestions.
    return [];
  }
}
