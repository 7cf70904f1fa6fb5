import { useEffect, useRef, type RefObject } from "react";

/**
 * Updates an uncontrolled control when `value`, which is from the URL, changes. The control keeps its focus, and text that
 * was typed before hydration stays.
 */
export function useSyncedValue<Control extends HTMLInputElement | HTMLSelectElement>(
  value: string,
): RefObject<Control | null> {
  const ref = useRef<Control>(null);
  const lastValue = useRef(value);
  useEffect(() => {
    if (lastValue.current !== value) ref.current!.value = lastValue.current = value;
  }, [value]);
  return ref;
}
