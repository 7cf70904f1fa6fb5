import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import {
  createRoutesStub,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  RouterContextProvider,
  type HydrationState,
  type MetaFunction,
} from "react-router";
import { afterAll, expect, vi } from "vitest";
import { getOrCreateInstance } from "#app/i18n/i18next.server.ts";
import * as root from "#app/root.tsx";
import * as homeLayout from "#app/routes/home/layout.tsx";
import * as home from "#app/routes/home/route.tsx";
import SiteLayout from "#app/routes/layout.tsx";
import type { createRouteCaller } from "./route-caller.ts";

/** The exports of a route module that rendering needs. */
type Screen = {
  default: ComponentType<never>;
  loader: (args: never) => unknown;
  meta?: (args: never) => unknown;
  handle?: unknown;
};

type StubRoute = Parameters<typeof createRoutesStub>[0][number];

/** Expects no complaint of React in a file's tests, except about empty script URLs, because the stub has no build. */
export function expectNoComplaints(): void {
  const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
  afterAll(() => {
    const messages = consoleError.mock.calls.map(([message]) => String(message));
    consoleError.mockRestore();
    expect(messages.filter((message) => !message.startsWith('An empty string ("") was passed to the'))).toEqual([]);
  });
}

/** Calls the loaders of a screen, of the root and of its layouts, and renders all of them to HTML. */
export async function renderRoute(
  caller: Awaited<ReturnType<typeof createRouteCaller>>,
  screen: Screen,
  address: string,
  { actionData, headers }: { actionData?: unknown; headers?: HeadersInit } = {},
): Promise<string> {
  const isHome = screen === home;
  const [shared, layoutData, pageData] = await Promise.all([
    caller.load(root.loader, address),
    isHome ? caller.load(homeLayout.loader, address) : undefined,
    caller.load(screen.loader, address, {}, headers),
  ]);
  const data: HydrationState = { loaderData: { root: shared, home: layoutData } };
  if (pageData instanceof Response) {
    data.errors = { root: new ErrorResponse(pageData.status, pageData.statusText, await pageData.json()) };
  } else {
    data.loaderData!["screen"] = unwrapData(pageData);
  }
  if (actionData !== undefined) data.actionData = { screen: unwrapData(actionData) };
  const i18n = await getOrCreateInstance(new Request(`https://site.example${address}`), new RouterContextProvider());
  const Stub = createStub(screen, isHome);
  return renderToString(
    <I18nextProvider i18n={i18n}>
      <Stub initialEntries={[address]} hydrationData={data} />
    </I18nextProvider>,
  );
}

function createStub(screen: Screen, isHome: boolean) {
  const page: StubRoute = {
    id: "screen",
    path: "*",
    Component: screen.default as ComponentType,
    loader: () => null,
    meta: screen.meta as MetaFunction,
    handle: screen.handle,
  };
  const layout: StubRoute = {
    id: "home",
    Component: homeLayout.default as ComponentType<unknown> as ComponentType,
    loader: () => null,
    handle: homeLayout.handle,
    children: [page],
  };
  return createRoutesStub([
    {
      id: "root",
      path: "/",
      Component: () => (
        <root.Layout>
          <root.default />
        </root.Layout>
      ),
      ErrorBoundary: (props) => (
        <root.Layout>
          <root.ErrorBoundary {...(props as Parameters<typeof root.ErrorBoundary>[0])} />
        </root.Layout>
      ),
      loader: () => null,
      children: [{ id: "site", Component: SiteLayout, children: [isHome ? layout : page] }],
    },
  ]);
}

/** Returns the value that was passed to `data()`, or the value itself. */
function unwrapData(result: unknown): unknown {
  return result && typeof result === "object" && "init" in result ? (result as { data?: unknown }).data : result;
}
