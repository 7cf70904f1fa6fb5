import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { expect, test, vi } from "vitest";
import { createTelUrl, formatPhoneNumber, normaliseContact } from "./contact.ts";

vi.mock(import("libphonenumber-js/min"), { spy: true });

const toAddress = (text: string): [string, string] => [text, "a@b.example"];

test.each([
  ["13812345678", "+8613812345678"],
  ["+86-138-1234-5678", "+8613812345678"],
  ["１３８１２３４５６７８", "+8613812345678"],
  ["0558-5550186", "+865585550186"],
  ["+44 20 7946 0958", "+442079460958"],
  ["0558-5550186，转接 801", "+865585550186"],
  ["（0558）5550186（分机号：12）", "+865585550186"],
  ["0558-5550186-801", "+865585550186"],
  ["400-800-1234 转 5", "+864008001234"],
  ["(+1) 202-555-0143", "+12025550143"],
  ["Wang.Wei@Example.COM", "wang.wei@example.com"],
  [" 王伟@例子.中国 ", "王伟@例子.中国"],
  ["王伟88@例子.中国", "王伟88@例子.中国"],
  ["\u202d138 1234 5678\u202c", "+8613812345678"],
  ...["a@b.example。", "a@b.example，", "a@b.example.", "<a@b.example>", "Ann Lee <a@b.example>"].map(toAddress),
  ...['"Lee, Ann" <a@b.example>', "mailto:a@b.example", "王伟 <mailto:a@b.example>;"].map(toAddress),
  // Numbers of an unknown country get no country code.
  ["415-555-2671", "4155552671"],
  ["1300 123 456", "1300123456"],
  ["07911 123456", "07911123456"],
  ["800-555-0199", "8005550199"],
  // A first group of 1 is North America's country code.
  ["1 (415) 555-0132 ext. 5", "+14155550132"],
  ["1/415/555/0132", "+14155550132"],
  ["18005550199", "+8618005550199"],
  ["86 0558 5550186", "+865585550186"],
  ["电话：138–1234–5678（微信同号）", "+8613812345678"],
])("%s is normalised to %s", (input, contact) => {
  expect(normaliseContact(input)).toBe(contact);
});

test.each(["", "123", "hello", "a@b", "a@@b.cn", "a b@c.cn", "@b.cn", "12345678901234567890"])(
  "%j is rejected as a contact",
  (input) => {
    expect(normaliseContact(input)).toBeUndefined();
  },
);

test.each([
  "a.b+c@d.co",
  "o'brien@example.ie",
  "x_y-z@sub.example.com",
  "ü@bücher.example",
  "a@xn--fiqs8s.xn--fiqz9s",
  `${"a".repeat(64)}@${"b".repeat(63)}.example`,
])("the email address %s is returned unchanged", (input) => {
  expect(normaliseContact(input)).toBe(input);
});

test.each([
  "v1<someone@x.example>",
  "a@b.example,c@d.example",
  "Ann <a@b.example>, Bob <c@d.example>",
  "13812345678 / 13912345678",
  "a@b.example\r\nBcc: c@d.example",
  "a\u0000@b.example",
  "a@127.0.0.1",
  ".a@b.example",
  "a..b@b.example",
  "a@-b.example",
  "a@b.c",
  "请联系a@b.example",
  "请发到123456@qq.com",
  "メールはa@b.example",
  "a@b.com谢谢",
  "a@b.cn的",
  "a@b.com，谢谢",
  `${"a".repeat(65)}@b.example`,
  `a@${"b".repeat(64)}.example`,
  `a@sub.${"b".repeat(64)}.example`,
  // This label has 66 letters in ASCII, the form for DNS; at most 63 are allowed.
  `a@${"ü".repeat(60)}.example`,
  `a@${"b.".repeat(40_000)}example`,
])("%j isn't a single email address", (input) => {
  expect(normaliseContact(input)).toBeUndefined();
});

test.each([
  ["0558-555 0186，转 8001", "tel:+865585550186"],
  ["（０５５１）６８８８－１２３４", "tel:+8655168881234"],
  ["0086 551 6888 1234", "tel:+8655168881234"],
  ["+41 (0)58 555 01 86 x12", "tel:+41585550186"],
  ["0558-5550186 / 138 1234 5678", "tel:+865585550186"],
  ["400-800-1234 转 5", "tel:4008001234"],
  ["95588", "tel:95588"],
  ["415-555-2671", "tel:4155552671"],
  ["1/415/555/0132", "tel:+14155550132"],
])("the number %s gets the call link %s", (phone, address) => {
  expect(createTelUrl(phone)).toBe(address);
});

test.each([
  ["0558-5550186-801", "0558 555 0186 ext. 801"],
  ["1 800 555 0199 x12", "(+1) 800 555 0199 ext. 12"],
  ["415-555-2671", undefined],
])("the number %s is formatted as %s", (input, text) => {
  expect(formatPhoneNumber(input)).toBe(text);
});

test.each([
  `13800138000;phone-context=0${"0.0".repeat(300)}!`,
  `+86${" ".repeat(40)}13800138000`,
  "138+00138000",
  "138 0013 8000 or 139 0013 9000",
])("%j isn't parsed as a phone number", (input) => {
  vi.mocked(parsePhoneNumberFromString).mockClear();
  expect(normaliseContact(input)).toBeUndefined();
  expect(parsePhoneNumberFromString).not.toHaveBeenCalled();
});
