import { expect, test } from "vitest";
import { normaliseContact } from "./contact.ts";

test.each([
  ["13812345678", "+8613812345678"],
  ["138 1234 5678", "+8613812345678"],
  ["+86-138-1234-5678", "+8613812345678"],
  ["１３８１２３４５６７８", "+8613812345678"],
  ["0558-5550186", "+865585550186"],
  ["+44 20 7946 0958", "+442079460958"],
  ["(+1) 202-555-0143", "+12025550143"],
  ["Wang.Wei@Example.COM", "wang.wei@example.com"],
  [" 王伟@例子.中国 ", "王伟@例子.中国"],
])("%s is %s", (typed, normal) => {
  expect(normaliseContact(typed)).toBe(normal);
});

test.each(["", "123", "hello", "a@b", "a@@b.cn", "a b@c.cn", "@b.cn", "12345678901234567890"])(
  "%j is no contact",
  (typed) => {
    expect(normaliseContact(typed)).toBeUndefined();
  },
);
