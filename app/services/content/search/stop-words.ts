/** Words that mean nothing next to others, because they are in most questions or on most pages. */
const stopWords = new Set(
  `a an and any are as at be buy by can do does for from get good herb herbal herbs how i in is it many me medicine much my
  need of on or please product products remedies remedy should that the there to want we what when where which with you your
  的 了 吗 呢 吧 和 与 及 是 有 什么 怎么 怎样 如何 哪些 哪里 多少 多少钱 钱 公斤 可以 能 要 买 吃 喝 请问`.split(
    /\s+/,
  ),
);

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}
