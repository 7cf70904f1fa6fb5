import { expect, test } from "vitest";
import { readContacts } from "./contact-list.ts";

const [phone, email] = ["+8613812345678", "a@b.example"];

test.each([
  ["13812345678", [phone]],
  ["138 1234 5678, a@b.example", [phone, email]],
  ["138 1234 5678 A@b.example", [phone, email]],
  ["a@b.example or +44 20 7946 0958", [email, "+442079460958"]],
  ["13812345678 13912345678", [phone, "+8613912345678"]],
  ["qigu_2024", ["qigu_2024"]],
  ["微信号：Wang_Wei", ["wang_wei"]],
  ["电话13812345678微信qigu2024", [phone, "qigu2024"]],
  ["13812345678（微信同号）", [phone]],
  ["WeChat: wxid_8f7s8df7 / Tel. 138 1234 5678", ["wxid_8f7s8df7", phone]],
  ["手机 138 1234 5678；邮箱 a@b.example；微信 wang_wei88", [phone, email, "wang_wei88"]],
  // The comma belongs to the extension, or to the name.
  ["0558-5550186，转接 801", ["+865585550186"]],
  ['"Lee, Ann" <a@b.example>', [email]],
])("%s has the contacts %j", (text, contacts) => {
  expect(readContacts(text)).toEqual(contacts);
});

test.each([
  "",
  "123",
  "hello",
  "call me",
  "a@b",
  "13812345678, a@b",
  "微信：老王",
  "v1<someone@x.example>",
  "x".repeat(2000),
])("%j isn't taken for contacts", (text) => {
  expect(readContacts(text)).toEqual([]);
});
