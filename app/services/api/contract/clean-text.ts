import { limitMarks, normaliseUnicode } from "./normalise-unicode.ts";

/**
 * Pairs of a CJK radical or stroke, as in PDFs, and its look-alike ideograph. Pairs that NFKC converts are left out.
 * Source: Equivalent_Unified_Ideograph of Unicode 14.
 */
const equivalentPairs =
  "⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺇𠘨⺈刀⺉刂⺊卜⺋㔾⺌小⺍小⺎兀⺏尣⺐尢⺑𡯂⺒巳⺓幺⺔彑⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歺⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺩王⺪𤴔⺫目⺬示⺭礻⺮𥫗⺯糹⺰纟⺱罓⺲罒⺳㓁⺴冗⺵𦉫⺶羊⺷𦍌⺸𦍋⺹耂⺺肀⺻聿⺼肉⺽𦥑⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇𧢲⻈讠⻉贝⻊𧾷⻋车⻌辶⻍辶⻎辶⻏邑⻐钅⻑長⻒镸⻓长⻔门⻕𨸏⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞𩙿⻟飠⻠饣⻡𩠐⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀㇆𠃌㇏乀㇐一㇑丨㇒丿㇓丿㇔丶㇕𠃍㇖乛㇗𠃊㇘𠃎㇙𠄌㇚亅㇛𡿨㇜𠃋㇝乀㇞𠃑㇟乚㇠乙㇡𠄎";

const equivalents = new Map(
  Array.from(equivalentPairs.matchAll(/(.)(.)/gu), ([, radical, ideograph]) => [radical!, ideograph!]),
);

/** Matches Kangxi radicals, CJK radicals and CJK strokes. */
const radicalPattern = /[\u2e80-\u2fd5\u31c0-\u31e3]/g;

/** Matches letters whose shape a joiner changes; elsewhere a joiner is invisible. */
const joinedLetter = String.raw`[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]`;

/** Invisible characters that belong to an emoji, a keycap, or a word of joined letters. */
const visibleSequences = [
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[\d#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]+\u{e007f}`,
  String.raw`(?<=${joinedLetter})[\u200c\u200d](?=${joinedLetter})`,
  String.raw`(?<=\p{scx=Mong})[\u180b-\u180f]`,
];

/** Matches ignorable characters, and annotation characters, which Unicode doesn't classify as ignorable. */
const invisible = String.raw`[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`;

const invisiblePattern = new RegExp(`(${visibleSequences.join("|")})|${invisible}`, "gu");
const anyInvisiblePattern = new RegExp(invisible, "u");

/**
 * Removes invisible characters, replaces radicals with look-alike ideographs, and composes letters (NFC). All text from
 * outside is cleaned before it is checked.
 */
export function cleanText(text: string): string {
  const limited = limitMarks(text);
  const visible = anyInvisiblePattern.test(limited)
    ? limited.replace(invisiblePattern, (_, used: string = "") => used)
    : limited;
  const composable = visible.replace(
    radicalPattern,
    (radical) => equivalents.get(radical) ?? normaliseUnicode(radical, "NFKC"),
  );
  return normaliseUnicode(composable, "NFC");
}
