import { expect, test } from "vitest";
import { loadRouteModules } from "#tests/setup/routes/keyed-routes.ts";
import { createPageKeyGetter } from "./page-keys.ts";

const getKey = createPageKeyGetter(await loadRouteModules());
const get = (target: string, headers = {}) => getKey("GET", target, headers);

test.each([
  ["/news/list", "/news/list"],
  ["/news/list?utm_source=x", "/news/list"],
  ["/news/list?sort=title&utm_source=x&page=2", "/news/list?page=2&sort=title"],
  ["/news/list?page=2&page=3", "/news/list?page=2"],
  ["/news/list?page=02", "/news/list?page=2"],
  ["/news/list?page=+0002", "/news/list?page=2"],
  ["/news/list?keyword=", "/news/list"],
  ["/search?q=%e9%bb%84%E8%8A%AA", "/search?q=%E9%BB%84%E8%8A%AA"],
  ["/en/login-help", "/en/login-help"],
  ["/old.asp?id=3&x", "/old.asp?id=3&x"],
  ["/about-us?q=1&page=2&sort=title&_routes=root", "/about-us"],
  ["/contact-us?about=service/a&utm_source=x", "/contact-us?about=service%2Fa"],
  ["/contact-us?about=product/a", "/contact-us?about=product%2Fa"],
  ["/search?q=+a++b+&page=2", "/search?q=a+b"],
  ["/batch?utm_source=x", "/batch"],
  ["/_.data?_routes=home,home-layout&x=1", "/_.data?_routes=home%2Chome-layout"],
  ["/en.data?_routes=home", "/en.data?_routes=home"],
  ["/en/_.data?_routes=home", "/en/_.data?_routes=home"],
  ["/service/list.data?_routes=service-list&x=1", "/service/list.data?_routes=service-list"],
  ["/news/list?page=20", "/news/list?page=20"],
  ["/news/list?page=1000000", "/news/list?page=1000000"],
  ["/news/list?keyword=007", "/news/list?keyword=007"],
  ["/news/list?preview=x", "/news/list"],
  ["/en/news/list?page=2", "/en/news/list?page=2"],
  [`/news/list?${"x".repeat(2037)}`, "/news/list"],
])("the page %.40s is shared under the key %s", (target, key) => {
  expect(get(target)).toBe(key);
  expect(getKey("HEAD", target, {})).toBe(key);
});

test.each([
  "/login",
  "/en/login?code=401",
  "/login.data",
  "/quotation",
  "/quotation/received?reference=A",
  "/en/contact-us/received",
  "/language/en?to=/",
  "/media/a.png?x",
  "/api/product/list",
  "//evil.example/",
  "/a b",
  "http://evil.example/",
  "*",
  `/${"a".repeat(3000)}`,
  "/news/list?page=0",
  "/news/list?page=00",
  "/news/list?page=2.0",
  "/news/list?page=x",
  "/news/list?sort=price",
  "/contact-us?about=x",
  "/contact-us?about=batch/XX-1",
  "/contact-us?about=search/x",
  "/batch?number=",
  "/batch?number=+%E2%80%8B",
  "/batch?number=HQ-2601",
  "/batch?number=HQ-2601,HQ-2512",
  "/batch?number=hq%0A2601",
  `/en/batch?number=${"A".repeat(61)}`,
  `/news/list?keyword=${"a".repeat(101)}`,
  `/search?q=${"a".repeat(101)}`,
  "/news/list/%e4%b8%ad",
  "/news/list/%zz",
  "/service/list.data?_routes=x1",
  "/service/list.data?_routes=root,root",
  "/service/list.data?_routes=root,service-list,home,x",
  "/service/list.data?_routes=service-list,service-list",
  "/service/list.data?_routes=root,layout,service-list,home,home-layout",
  "/news/list?page=a2",
  "/news/list?page=10000000",
  `/news/list?preview=1795642747.a.${"0".repeat(64)}`,
  `/news/list?${"x".repeat(2038)}`,
])("the page %.40s is not shared", (target) => {
  expect(get(target)).toBeUndefined();
});

test("a POST request is not shared", () => expect(getKey("POST", "/contact-us", {})).toBeUndefined());

test.each([
  ["/news/list", { cookie: "token=x" }, false],
  ["/en/news/list", { cookie: "a=b; token=x" }, false],
  ["/news/list", { cookie: "csrftoken=x; i18n_redirected=cn; inquiry=1" }, true],
  ["/news/list", { cookie: "i18n_redirected=en" }, false],
  ["/en/news/list", { cookie: "i18n_redirected=en" }, true],
  ["/en/news/list", { cookie: "i18n_redirected=cn" }, true],
  ["/news/list", { "accept-language": "en" }, true],
  ["/", { "accept-language": "en" }, false],
  ["/_.data", { "accept-language": "en" }, false],
  ["/en.data", { cookie: "i18n_redirected=en" }, true],
  ["/theme.css", { cookie: "i18n_redirected=en" }, true],
  ["/rss.xml", { cookie: "i18n_redirected=en" }, true],
  ["/?utm_source=x", { "accept-language": "en" }, false],
  ["/", { "accept-language": "en", cookie: "i18n_redirected=cn" }, true],
  ["/", { "accept-language": "zh-CN,en;q=0.5" }, true],
])("the page %s requested with %j is shared: %s", (target, headers, isShared) => {
  expect(get(target, headers) !== undefined).toBe(isShared);
});
