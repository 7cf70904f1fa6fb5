declare global {
  interface Window {
    trustedTypes?: { createPolicy(name: string, rules: Record<string, (text: string) => string | null>): unknown };
  }
}

/**
 * Starts the scripts of a page after its first paint. `deferred-scripts.ts` writes this function's source into each page,
 * so it must not use anything outside itself.
 * No script starts in a browser without `Array.prototype.at` (before Chrome 92, Safari 15.4), nor if this build has
 * failed in this session: every page works without scripts. Errors are reported themselves, because Chrome's message of
 * a DOMException lacks its name.
 *
 * @param build id of the build that rendered the page
 * @param start the framework's module script
 * @param links the framework's links that preload its modules
 * @param maxWaitMs the scripts start after this time even if the page is still loading
 */
export function startScripts(build: string, start: string, links: string, maxWaitMs: number): void {
  const { origin } = location;
  let hasStarted = false;
  const reports = new Set<string>();

  function isTurnedOff(): boolean {
    try {
      return sessionStorage.getItem("scripts-off") === build;
    } catch {
      return (history.state as { scriptsOff?: string } | null)?.scriptsOff === build;
    }
  }

  function reportError(message: unknown, stack: string): void {
    const places = stack.split(origin).map((text) => /^\/assets\/[\w.-]+:\d+:\d+/.exec(text)?.[0]);
    const frames = places.filter((place) => place !== undefined).slice(0, 3);
    const report = JSON.stringify({ message: String(message).slice(0, 300), frames, build, path: location.pathname });
    if (frames.length === 0 || reports.size === 10 || reports.has(report)) return;
    reports.add(report);
    navigator.sendBeacon("/client-errors", report);
  }

  function createTrustedTypesPolicy(): void {
    const unsafeHtml =
      /<(script(?!>\x3c\/script>$)|iframe|object|embed|base|meta|form)\b|<[^<>]*[\s"'/]on\w+\s*=|<[^<>]*=[\s"']*javascript:/i;
    const isJson = (text: string) => {
      try {
        return JSON.parse(text) !== undefined;
      } catch {
        return false;
      }
    };
    window.trustedTypes?.createPolicy("default", {
      createHTML: (html: string) => (unsafeHtml.test(html) ? null : html),
      createScript: (text: string) => (text === start || isJson(text) ? text : null),
      createScriptURL: (url: string) => (new URL(url, document.baseURI).origin === origin ? url : null),
    });
  }

  function load(): void {
    if (hasStarted) return;
    hasStarted = true;
    document.head.insertAdjacentHTML("beforeend", links);
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = start;
    document.body.appendChild(script);
  }

  function loadAfterFrame(): void {
    requestAnimationFrame(() => setTimeout(load));
  }

  function loadAfterPaint(): void {
    if (!window.PerformanceObserver?.supportedEntryTypes?.includes("paint")) return loadAfterFrame();
    const observer = new window.PerformanceObserver(() => {
      observer.disconnect();
      loadAfterFrame();
    });
    observer.observe({ type: "paint", buffered: true });
  }

  document.documentElement.dataset["build"] = build;
  if (!("at" in Array.prototype) || isTurnedOff()) return;
  addEventListener("error", ({ message, error, filename, lineno, colno }) => {
    reportError(error ?? message, `${(error as Error | undefined)?.stack} ${filename}:${lineno}:${colno}`);
  });
  addEventListener("unhandledrejection", ({ reason }) => reportError(reason, String((reason as Error | null)?.stack)));
  createTrustedTypesPolicy();
  addEventListener("load", loadAfterPaint);
  setTimeout(load, maxWaitMs);
}
