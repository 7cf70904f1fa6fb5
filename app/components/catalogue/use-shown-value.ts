import { useEffect, useRef, type RefObject } from "react";

/**
 * Has a control follow the address that it is drawn from, and keep its focus then. What was typed before the script came
 * stays.
 */
export function useShownValue<Control extends HTMLInputElement | HTMLSelectElement>(
  value: string,
): RefObject<Control | null> {
  const ref = useRef<Control>(null);
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current !== value) ref.current!.value = shown.current = value;
  }, [value]);
  return ref;
}
