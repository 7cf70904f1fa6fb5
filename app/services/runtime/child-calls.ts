import type { ChildFunctions, ChildRequest, ChildResponse } from "./child-process.ts";

/** Responds to the parent's calls, and exits with it. */
export function serveCalls(functions: ChildFunctions): void {
  async function respond({ id, name, words }: ChildRequest): Promise<ChildResponse> {
    try {
      const work = functions[name] as ((...words: unknown[]) => unknown) | undefined;
      if (!work) throw new Error(`there is no function “${name}”`);
      return { id, value: await work(...words) };
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  }

  process.on("message", (request: ChildRequest) => void respond(request).then((response) => process.send?.(response)));
  // Doesn't wait for running work, because the parent can't read its response.
  process.on("disconnect", () => process.exit());
  // Ctrl+C reaches all processes, but the parent decides when to exit.
  process.on("SIGINT", () => undefined);
}
