import type { ReactNode } from "react";

type LinkButtonProps = { action?: string; intent?: string; fields?: Record<string, string>; children: ReactNode };

/** Renders a form with one button that looks like a link. @param fields hidden fields */
export function LinkButton({ action, intent, fields = {}, children }: LinkButtonProps) {
  return (
    <form method="post" action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button name={intent && "intent"} value={intent} className="link">
        {children}
      </button>
    </form>
  );
}
