/** Keywords, encoded for a query, that a search must treat as plain words. */
export const hostileKeywords: Record<string, string> = {
  "an FTS operator": encodeURIComponent("黄芪 OR 当归 AND NOT x"),
  "an FTS column": encodeURIComponent("title:黄芪"),
  "an FTS distance": encodeURIComponent("NEAR(a b, 2)"),
  "an FTS prefix": encodeURIComponent("^黄芪*"),
  "FTS braces": encodeURIComponent("{title names} : x + y"),
  "an open parenthesis": encodeURIComponent("((("),
  "an open quotation mark": encodeURIComponent('"黄芪'),
  SQL: encodeURIComponent("'; DROP TABLE item; --"),
  "a script": encodeURIComponent("<script>alert(1)</script>"),
  "an attribute": encodeURIComponent('"><img src=x onerror=alert(1)>'),
  "a placeholder of messages": encodeURIComponent("{{q}} $t(search:title) {{- q}}"),
  "a reversed direction": encodeURIComponent("黄芪\u202egnp.exe"),
  "zero-width characters": encodeURIComponent("黄\u200b芪\ufeff"),
  NUL: "%00",
  "NUL in a word": "huang%00qi",
  "control characters": "%01%1b%7f%c2%85",
  "half a character": "%E9%BB",
  "half a surrogate pair": "%ED%A0%80",
  "bytes that aren't UTF-8": "%ff%fe",
  "a percent sign": "%",
  "a broken escape": "%zz%E",
  "an emoji": encodeURIComponent("🌿👩‍⚕️"),
  "Han characters beyond 16 bits": encodeURIComponent("𠀀𠀁"),
  "combining marks": `a${encodeURIComponent("\u0301".repeat(90))}`,
  "one long word": "x".repeat(100),
  "one long run": encodeURIComponent("黄".repeat(100)),
  "many words": encodeURIComponent("a 1 ".repeat(25).trim()),
  "many numbers": encodeURIComponent("123 ".repeat(25).trim()),
  "only punctuation": encodeURIComponent(".,;:!?…—「」"),
  "only spaces": "%20%09%E3%80%80",
  "a path": encodeURIComponent("../../etc/passwd"),
};

/** Pieces from which `createHostileKeyword` creates keywords. */
const pieces = [
  ..."黄芪当归参术\"'*^:(){}[]+-<>&;%\\\u202e\u0000🌿é１ａ",
  ..."AND OR NOT NEAR huangqi ginseng gingseng <b> --".split(" "),
];

/** Creates a different keyword for each number, and always the same for the same number. */
function createHostileKeyword(number: number): string {
  let seed = Math.imul(number + 1, 0x9e3779b1);
  const getNextNumber = () => (seed = Math.imul(seed ^ (seed >>> 15), 0x85ebca6b) + 1) >>> 0;
  const words = Array.from({ length: 1 + (getNextNumber() % 8) }, () => pieces[getNextNumber() % pieces.length]!);
  return `${words.join(getNextNumber() % 2 === 0 ? "" : " ")} ${number.toString(36)}`;
}
