import { expect, test } from "vitest";
import { userStore } from "./user-store.ts";

const createRequest = (cookie: string) => new Request("https://site.example/", { headers: { Cookie: cookie } });

test("S11 the token is stored in, and read from, a cookie that scripts can't read", () => {
  const cookie = userStore.set("abc.DEF-1", true);
  expect(cookie).toMatch(/^token=abc\.DEF-1;(?=.*HttpOnly)(?=.*SameSite=Lax)(?=.*Secure)(?=.*Max-Age=2592000)/);
  expect(userStore.get(createRequest(cookie.split(";")[0]!))).toBe("abc.DEF-1");
  expect(userStore.set(undefined, false)).toMatch(/^token=;(?=.*Max-Age=0)(?!.*Secure)/);
});

test.each(["token=", "token=a%0Ab", `token=${"a".repeat(4000)}`, "other=abc"])(
  "the cookie %.20s contains no valid token",
  (cookie) => {
    expect(userStore.get(createRequest(cookie))).toBeUndefined();
  },
);
