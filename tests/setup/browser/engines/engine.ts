/** A browser with one page, driven without functions that an old browser lacks. */
export type Engine = {
  open(url: string): Promise<void>;
  /** Evaluates an expression in the page. JSON must be able to represent its value. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Errors in the browser's console, as far as the browser reports them. */
  problems: string[];
  close(): Promise<void>;
};

export type EngineLauncher = {
  name: string;
  /** Why the browser can't be started here; `undefined` if it can. */
  missing: string | undefined;
  launch(): Promise<Engine>;
};
