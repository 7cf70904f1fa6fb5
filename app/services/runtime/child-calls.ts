import type { ChildFunctions, ChildRequest, ChildResponse } from "./child-process.ts";

/** Answers the calls of the parent process, and ends with it. */
export function serveCalls(functions: ChildFunctions): void {
  async function answer({ id, name, words }: ChildRequest): Promise<ChildResponse> {
    try {
      const work = functions[name] as ((...words: unknown[]) => unknown) | undefined;
      if (!work) throw new Error(`there is no function “${name}”`);
      return { id, value: await work(...words) };
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  }

  process.on("message", (request: ChildRequest) => void answer(request).then((response) => process.send?.(response)));
  // What runs is lost anyway: nobody would read the answer.
  process.on("disconnect", () => process.exit());
  // Ctrl+C goes to all processes of a terminal. The parent says when this one ends.
  process.on("SIGINT", () => undefined);
}
