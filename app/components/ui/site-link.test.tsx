import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { SiteLink } from "./site-link.tsx";

test.each([
  ["/product/list", "/product/list", true],
  ["/product/list", "/product/list?page=2", true],
  ["/product", "/product/list", true],
  ["/product/list#a", "/product/list", true],
  ["/product/list?view=sheet", "/product/list", false],
  ["/product/list?view=sheet", "/product/list?view=sheet", true],
  ["/product/list?view=sheet#a", "/product/list?view=sheet", true],
  ["/product/list?view=sheet", "/product/list/root?view=sheet", false],
  ["/", "/product/list", false],
])("a link to %s on %s is current: %s", (to, address, isCurrent) => {
  const Stub = createRoutesStub([{ path: "*", Component: () => <SiteLink to={to}>Products</SiteLink> }]);
  expect(renderToString(<Stub initialEntries={[address]} />).includes('aria-current="page"')).toBe(isCurrent);
});
