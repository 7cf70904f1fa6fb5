import { expect, test } from "vitest";
import { tokenize, toSearchKey } from "./terms.ts";

const terms = (text: string) => tokenize(text).map(({ term }) => term);

test.each([
  ["維生素Ｃ當歸", ["维", "生", "素", "c", "当", "归"]],
  ["Guìzhī Tāng", ["guizhi", "tang"]],
  ["QG-P-0101", ["qg", "p", "0101"]],
  ["!!!\u202e\0", []],
  ["🌿", []],
])("%j has the terms %j", (text, expected) => {
  expect(terms(text)).toEqual(expected);
});

test.each([
  ["colour", "color"],
  ["fibre", "fiber"],
  ["sulphur", "sulfurs"],
  ["harmonise", "harmonizing"],
  ["diarrhoea", "diarrhea"],
  ["oedema", "edema"],
  ["mould", "mold"],
  ["grey", "gray"],
  ["berries", "berry"],
  ["leaves", "leaf"],
  ["labelled", "labeled"],
])("%s and %s are searched for as one word", (british, american) => {
  expect(terms(british)).toEqual(terms(american));
});

test.each([
  ["four", "for"],
  ["hour", "hor"],
  ["flour", "flor"],
])("%s and %s are searched for as different words", (one, other) => {
  expect(terms(one)).not.toEqual(terms(other));
});

test.each([
  ["Huáng qí", "huangqi"],
  ["bai he", "baihe"],
  ["goji berries", "Goji berry"],
  ["QG-P-0101", "qgp0101"],
])("%s and %s have the same search key", (one, other) => {
  expect(toSearchKey(one)).toBe(toSearchKey(other));
});

test("tokens have their offsets", () => {
  const text = "炙甘草 (Gāncǎo)";
  expect(tokenize(text).map(({ start, end }) => text.slice(start, end))).toEqual(["炙", "甘", "草", "Gāncǎo"]);
});
