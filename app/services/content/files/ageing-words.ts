/** Chinese has no spaces between words, so lookarounds exclude longer words, such as 过去年代 and 证明年份. */
const chinesePatterns = [
  "(?<![古当如而现迄])今[年春夏秋冬](?![轮轻代表纪华龄])",
  "(?<![清文证说表声注标透])明[年春夏秋冬](?![代限份龄轻])",
  "(?<![过失除减消免])去[年春夏秋冬](?![代限份龄轻])",
  "(?<![从以之目提])前年(?![代份])",
  "本年度",
  "(?<![草标样成日基])本[月周季](?![期边围刊节])",
  "(?<![以之])[上下]个?(?:月|季度|星期)",
  "(?<![以之])[上下]周(?![期边围转岁])",
  "这个?(?:月|星期|季度)",
  "昨[天日晚]",
  "(?<![临靠接])近(?:日|期|来|年)",
  "(?<![栏项条科题名])目前",
  "不久前|前不久|即将|眼下",
  "(?<![\\d\\s每当该同年])年[底末]",
  "(?<![\\d千百万亿])(?:\\d{1,2}|[一两二三四五六七八九十几数]{1,3}) ?(?:年|个月)前(?!后)",
];

const time = "(?:year|season|quarter|month|week|decade|spring|summer|autumn|fall|winter)";

const englishPatterns = [
  `\\b(?:this|next|last|coming|past) ${time}(?!\\w| of\\b)`,
  `\\b(?:by|at|before|until|towards) the end of (?:the|this) (?:year|season|quarter|month|week)\\b`,
  "\\b(?:\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|some|(?:a )?few|several) (?:years?|months?|weeks?|days?) ago\\b",
  "\\b(?:recently|lately|currently|nowadays|yesterday|at present|at the moment|soon)\\b",
];

const ageingWordPattern = new RegExp([...chinesePatterns, ...englishPatterns].join("|"), "giu");

/**
 * Matches `the` before a time that is relative to the text, for example in `the next spring after sowing`, but not in
 * `in the last year`.
 */
const relativeTimePattern = /(?<!\b(?:in|over|during|for|within)\s)\bthe $/i;

/** Finds words that become outdated, such as `this year`. */
export function findAgeingWords(text: string): string[] {
  const words = Array.from(text.matchAll(ageingWordPattern))
    .filter(({ index }) => !relativeTimePattern.test(text.slice(0, index)))
    .map(([word]) => word);
  return [...new Set(words)];
}
