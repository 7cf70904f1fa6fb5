import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeProducts } from "./write-products.ts";

test("an item is there whole or not at all, and what can't be written stops nothing else", () => {
  const root = mkdtempSync(join(tmpdir(), "write-products-"));
  const products = () => readdirSync(join(root, "product"));
  mkdirSync(join(root, "product"));
  mkdirSync(join(root, "product/taken"));
  writeFileSync(join(root, "product/taken/notes.txt"), "mine");
  const product = (id: string, files: Record<string, string>) => ({ id, title: id, files });
  const failed = writeProducts(
    [
      product("first", { "item.yaml": "a", "cn.md": "b" }),
      product("half", { "item.yaml": "a", "none/cn.md": "b" }),
      product("taken", { "item.yaml": "a" }),
      product("last", { "item.yaml": "a" }),
    ],
    root,
  );
  expect(failed.map(({ id }) => id)).toEqual(["half", "taken"]);
  const there = products();
  expect(["first", "half", "last"].map((id) => there.includes(id))).toEqual([true, false, true]);
  expect(readdirSync(join(root, "product/taken"))).toEqual(["notes.txt"]);
  expect(readdirSync(root).filter((name) => name.startsWith("."))).toEqual([]);
  rmSync(root, { recursive: true });
});
