import { lazy, Suspense, useEffect, useState, type ComponentProps, type ComponentType, type RefObject } from "react";
import type { ComboboxState, SearchSuggestionsProps } from "./search-suggestions.tsx";

/** The suggestions, whose script is loaded separately. The field works without it. */
const SearchSuggestions = lazy<ComponentType<SearchSuggestionsProps>>(() =>
  import("./search-suggestions.tsx").catch(() => ({ default: () => null })),
);

type SearchInputProps = Omit<ComponentProps<"input">, "ref"> & { ref: RefObject<HTMLInputElement | null> };

export function SearchInput({ ref, ...props }: SearchInputProps) {
  const [isUsed, setUsed] = useState(false);
  const [combobox, setCombobox] = useState<ComboboxState>();
  // The visitor may have typed before hydration.
  useEffect(() => setUsed((wasUsed) => wasUsed || document.activeElement === ref.current), [ref]);
  return (
    <>
      <input
        {...props}
        ref={ref}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onFocus={() => setUsed(true)}
        role={combobox ? "combobox" : "searchbox"}
        aria-autocomplete={combobox && "list"}
        aria-expanded={combobox?.isOpen}
        aria-controls={combobox?.listId}
        aria-activedescendant={combobox?.activeId}
      />
      {isUsed && (
        <Suspense fallback={null}>
          <SearchSuggestions field={ref} onChange={setCombobox} />
        </Suspense>
      )}
    </>
  );
}
