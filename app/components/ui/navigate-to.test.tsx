import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { ExternalNavigationError } from "#app/i18n/urls.ts";
import { useNavigateTo } from "./navigate-to.ts";

test("S24 a script navigates to another site only if its caller allows other sites", () => {
  const assign = vi.fn();
  vi.stubGlobal("window", { location: { assign } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const navigateFunctions: ReturnType<typeof useNavigateTo>[] = [];
  const Page = () => {
    navigateFunctions.push(useNavigateTo());
    return null;
  };
  const Stub = createRoutesStub([{ path: "/", Component: Page }]);
  renderToString(<Stub />);
  const [navigateTo] = navigateFunctions as [ReturnType<typeof useNavigateTo>];
  for (const url of ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
    expect(() => navigateTo(url)).toThrow(ExternalNavigationError);
  expect(assign).not.toHaveBeenCalled();
  navigateTo("https://elsewhere.example/", { external: true });
  expect(assign).toHaveBeenCalledExactlyOnceWith("https://elsewhere.example/");
});
