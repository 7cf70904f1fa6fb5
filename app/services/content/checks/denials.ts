/** Match denials of the following text, which are captured, and words that only look like denials, which aren't. */
const chineseDenials =
  /(?:不仅|不但|不只|不光|不断|不止|不愧|不可思议|不可多得|不得不|不能不|无不|无疑|无论|无比|无数|无需|无须|无与伦比|无忧|未来|没想到|不料|不到|不出|不久|不管|不分|不限|不挑|不错|不妨|非常|非凡|特别|别[人家的看]|[分级类区个告识]别)|(不|没|未|非|无|勿|莫|别|禁|避免|杜绝|拒绝|难以|是否|能否|可否|何谈|谎称)/g;
const denials =
  /\b(?:not (?:only|just|merely)|without (?:a |any )?(?:doubt|question|exception)|no (?:other|doubt|wonder|better|matter|less)|nothing (?:else|works)|never (?:fails?|again|felt)|(?:could|can)(?:no|n[’']|)t believe)\b|(\b(?:no|not|never|nor|none|nobody|nothing|neither|cannot|without|whether|if|unlikely|avoid)\b|n[’']t\b)/gi;

/** Matches words that end an earlier denial. */
const chineseDenialEnd = /就|便|即可|也能|都能|却|而是|但/;
const denialEnd = /\b(?:it|this|they|he|she|but|and|yet|so|then)\b/i;
const reportingWords =
  /\b(?:say|says|saying|said|claims?|claimed|promises?|promising|believes?|think|thought|suggests?|proofs?|proven?|shows?|shown|call|called|mean|know|known|advertise[sd]?|intended|whether|if)\b/i;

/** Matches words that report a claim without making it. */
const rejections =
  /说法|自称|流传|传言|之名|不等于|不代表|不意味|警惕|谨防|当心|吹嘘|宣称|声称|谁说|有人说|谣言|误区|误解|误以为|夸大|虚假|骗|违法|违反|不可信|不足信|[别勿]信|不取|不成立|是错的|不正确|站不住|(?:没有|并无|缺乏|尚无|未有)[^，。；！？\n]{0,6}(?:依据|根据|证据|定论)|(?:未|待|无法|不能)[^，。；！？\n]{0,4}证实|广告[里中法]|(?:禁用|违禁|绝对化|这类|此类|一类|等)[^，。；！？\n]{0,4}(?:词|字样|字眼|用语|的话)|[二两四]字|一词|\b(?:is|are) (?:false|untrue|not true|mistaken|wrong(?! with))\b|rumou?rs?\b|\b(?:claims|words|phrases) such as\b|\b(?:do|does) not mean\b|\b(?:(?:anyone|whoever|those|people|sellers|traders|sites?) (?:who |that )?(?:says?|tells?|claims?|promises?)|myths?|unproven|unfounded|misleading|so-called|beware|illegal|unlawful|forbid\w*|prohibit\w*|breaks? the law|against the law|wrong to|no evidence|evidence is|open question|is open|advertisements? that|(?:may|must|shall|should|do|does|can|will|would) ?n[o’'](?:t|t) (?:say|claim|promise|call|use|write|print))\b/i;

/** Match the words before and after a short quotation, if the page makes the quoted claim its own. */
const adoptionBefore =
  /(?:[为是作]|堪称|号称|素称|享有|美称|\b(?:as|called|named|dubbed|hailed|is|are|our|the|an?|it|this|and|really|truly)),?\s*$/i;
const adoptionAfter = /^\s*(?:[的了]?\p{Script=Han}|\p{L})/u;
const maxQuotedWord = 24;

/** Match a refusal, the order or label that is refused, and the words that introduce the refused wording. */
const refusals =
  /(?:拒绝|婉拒|谢绝|回绝|推辞|推掉|退回|退掉|改掉|(?:没有?|不|未)(?:接|收|印|做|答应|同意|照办|采用))|\b(?:refused?|refuses|declined?|declines|rejected|turn(?:ed|s)? (?:[\p{L}’']+ ){0,4}?(?:down|away)|(?:sent|gave|handed) (?:[\p{L}’']+ ){0,4}?back|said no|lost (?:the|that|this) (?:order|customer|job)|(?:did|do|would|will|could) ?n[o’'](?:t|t) (?:print|pack|make|take|accept|use)|won[’']t (?:print|pack|make|take|accept|use))\b/iu;
const orderWords =
  /订单|标签|包装|说明书|袋|盒|设计|客户|客商|对方|经销商|订做|定做|\b(?:orders?|labels?|designs?|artwork|proofs?|requests?|customers?|buyers?|clients?|shops?|wholesalers?|boxes|cartons?|bags|leaflets?|jobs?)\b/i;
const wordingBefore =
  /(?:写|印|标|注明|要求|想要|叫|订做|定做|名为|打)[^，。；\n]{0,8}$|\b(?:say|says|said|saying|read|reads|reading|print|printed|printing|promis\w+|claim\w*|want|wants|wanted|words?|wording|named?|called|asked|slogan|with|about)\b[^.;\n]{0,30}$/iu;
const maxRequestLength = 160;

function isRefused(text: string, start: number, end: number): boolean {
  const before = text
    .slice(Math.max(0, start - maxRequestLength), start)
    .split("\n")
    .at(-1)!;
  const after = text.slice(end, end + maxRequestLength).split("\n", 1)[0]!;
  const around = before + " " + after;
  return wordingBefore.test(before) && refusals.test(around) && orderWords.test(around);
}

/** Matches the speaker after a quotation. */
const speakerPattern =
  /^[，\s]*(?:\p{Script=Han}{1,12}?(?:说|讲|写|留言|来信)|(?:[\p{L}’'-]+\s+){0,5}?(?:says|writes|reports|recalls|told us|tells us)\b)/u;

const testimonialPronouns = /我|你们|\b(?:I|[Mm]y|me|[Yy]our)\b/;

const maxChineseDistance = 10;
const maxDistance = 40;

/**
 * Matches a denial and its following text if it is a prohibition, or if it denies a verb of promising or claiming. Such
 * a denial covers more text.
 */
const chineseReport = /^(?:勿|莫|禁|不[要应得可]|.{1,2}说)|承诺|保证|担保|声称|宣称|主张|暗示/;
const maxChineseReportDistance = 24;
const maxReportDistance = 100;

const maxSentence = 300;

/** Whether a claim's context denies, questions or rejects it. */
export function isDenied(text: string, start: number, end: number): boolean {
  const before = text
    .slice(Math.max(0, start - maxSentence), start)
    .split(/[。；！？;!?\n]|\.\s/)
    .at(-1)!;
  const after = text.slice(end, end + maxSentence).split(/[。；！？;!?\n]|\.(?:\s|$)/, 1)[0]!;
  if (isRefused(text, start, end)) return true;
  if (rejections.test(before + text.slice(start, end) + after)) return true;
  const clause = before.split(/[，：,:]/).at(-1)!;
  const isChineseOpen = (gap: string, denial: string) =>
    gap.length <= (chineseReport.test(denial + gap) ? maxChineseReportDistance : maxChineseDistance) &&
    !chineseDenialEnd.test(gap);
  if (hasOpenDenial(clause, chineseDenials, isChineseOpen)) return true;
  const statement = before.split(":").at(-1)!;
  const scope = isList(statement, text.slice(start, end) + after) ? statement : clause;
  return hasOpenDenial(scope, denials, (gap, denial) =>
    reportingWords.test(denial + gap)
      ? gap.length <= maxReportDistance
      : gap.length <= maxDistance && !denialEnd.test(gap),
  );
}

/** Whether one of a text's denials covers the text's end. */
function hasOpenDenial(text: string, denialPattern: RegExp, isOpen: (gap: string, denial: string) => boolean): boolean {
  return Array.from(text.matchAll(denialPattern)).some(({ 0: word, 1: denial, index }) => {
    const gap = text.slice(index + word.length);
    return denial !== undefined && isOpen(gap, denial);
  });
}

/** Whether one denial covers a list, for example "not to diagnose, treat, cure or prevent". */
function isList(before: string, after: string): boolean {
  const [, ...entries] = before.split(",").map((entry) => entry.trim());
  const entryPattern = reportingWords.test(before) ? /^(?:\w+(?: \w+){0,2})?$/ : /^(?:\w+(?: n?or)?)?$/;
  return entries.length > 0 && entries.every((words) => entryPattern.test(words)) && /\bn?or\b/.test(before + after);
}

/**
 * Whether a quotation counts as the page's own words: a word that the page adopts (for example `被称为“神药”`,
 * `“根治”失眠` or `it "cures" diabetes`), or a customer's testimonial.
 */
export function isAdoptedQuotation(text: string, start: number, end: number): boolean {
  if (isRefused(text, start, end)) return false;
  if (testimonialPronouns.test(text.slice(start, end)) || speakerPattern.test(text.slice(end, end + 60))) return true;
  if (end - start - 2 > maxQuotedWord) return false;
  return (
    adoptionBefore.test(text.slice(Math.max(0, start - 12), start)) || adoptionAfter.test(text.slice(end, end + 4))
  );
}
