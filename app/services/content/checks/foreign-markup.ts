import { htmlTag } from "../files/content-words.ts";
import type { LinePattern } from "./plain-line.ts";

const explainForeign = (sign: string) => `${sign} would be shown as it is: it belongs to another program, so remove it`;

const explainCharacter = (sign: string) => `${sign} would be shown as it is: type the character that it stands for`;

const explainFormula = (sign: string) =>
  `${sign} would be shown as it is: there are no formulas, so type characters such as ², ₂ and ½`;

/** Patterns of markup that isn't Markdown: HTML, and signs of wikis, forums, TeX and other kinds of Markdown. */
export const foreignMarkup: readonly LinePattern[] = [
  [/(<!(?:--|\[|[a-z]).*)/iu, (note) => `${note} would be shown as it is: remove it`],
  [htmlTag, (tag) => `${tag} would be shown as it is: HTML isn't allowed, use Markdown`],
  [/^(:{3} *\p{L}.*|\[TOC\]|\[![a-z]+\])/iu, explainForeign],
  [/(\$\$[^$]+\$\$|\{\{[^{}]*\}\}|\[\[[^[\]]+\]\])/u, explainForeign],
  [/(\{(?:[a-z]{2,}[:=]|:?\s?[.#:][a-z])[^{}]*\})/iu, explainForeign],
  // The end of a tag of a forum, such as [/b].
  [/(?<![)）])(\[\/[a-z]+\])/iu, explainForeign],
  [/(\$[^$\\^]*[\\^][^$]*\$)(?!\d)/u, explainFormula],
  // \( and \) of TeX are escaped signs.
  [/(\u{f0028}[^\u{f0028}\u{f0029}\\^]*[\\^][^\u{f0028}\u{f0029}]*\u{f0029})/u, explainFormula],
  [/(\u{f005b}[^\u{f005b}\u{f005d}\\^]*[\\^][^\u{f005b}\u{f005d}]*\u{f005d})/u, explainFormula],
  // A \ within a word, as in C:\files, is a path.
  [/(?<![\w\\:.])(\\[a-z]{3,})/iu, explainForeign],
  [/(?<=[a-z\d)])(\^[a-z\d+−-]{1,9}\^)/iu, explainFormula],
  [/(?<=[a-z)])(~\d{1,3}~)(?!\d)/iu, explainFormula],
  [/(?<![a-z])([&\u{f0026}](?:[a-z]{2,}\d*|#\d+|#x[\da-f]+);)/u, explainCharacter],
  [/(?<![\w:])(:[a-z][a-z\d_+-]*[a-z\d]:)(?![\w:])/u, explainCharacter],
  [
    /(?<![\p{N}'])('{2,5}[^'\s][^']*'{2,5})/u,
    (marked) => `${marked} would be shown as it is: write \`**…**\` for strong words`,
  ],
  [/(\^\[[^[\]]+\])/u, (note) => `there are no footnotes: write the words of ${note} in brackets in the text`],
];
