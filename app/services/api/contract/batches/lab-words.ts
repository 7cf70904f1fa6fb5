export const upperLimitPattern =
  /^(?:[≤<]|不得过|不得超过|不超过|不得高于|不高于|不大于|小于|低于|至多|at most|not more than|no more than|nmt\b|less than|below)\s*/i;
export const lowerLimitPattern =
  /^(?:[≥>]|不得少于|不少于|不得低于|不低于|不小于|大于|高于|至少|at least|not less than|no less than|nlt\b|more than|above)\s*/i;

/** Matches the words that can be within a limit in words. “Not detected” may name its detection limit. */
export const passingPattern =
  /^(?:符合规定|符合|合格|阴性|complies|conforms|pass|negative|(?:未检出|not detected|n\.?d\.?)(?:\s*[(/].*)?)[.。]?$/i;

/** The words of results in both languages, with one word for those that mean the same, and for their opposites. */
const opposites: [word: string, same: RegExp, opposite: RegExp][] = [
  [
    "detected",
    /检出|检测到|阳性|有|\b(?:detected|present|positive)\b/g,
    /阴性|无|\b(?:none(?: detected)?|negative|absent|nil)\b|\bn\.?d\b\.?|(?:<|低于|小于|\bbelow) ?(?:the )?(?:lod\b|detection limit|limit of detection|(?:方法)?检出限)/g,
  ],
  ["comply", /符合(?:规定|要求)?|合格|\b(?:compl(?:y|ies|iant)|conforms?|pass(?:es|ed)?)\b/g, /\bfail(?:s|ed)?\b/g],
];

const negationPattern = /不得|不应|不可|不|未|\bnot\b|n['’]t\b|\bno\b|\bnon\b-?/g;

/** Matches words that make a requirement of a statement, and the `s` of verbs: `shows`, but `does not show`. */
const requirementPattern = /应当|应该|应|呈|为|是|\b(?:must|should|shall|is|are|to|be|do|does)\b|(?<=[a-z])e?s\b/g;

/** Reduces a limit or a result to a statement, so that a requirement equals its fulfilment. `¬` is a negation. */
function readStatement(text: string): string {
  const words = opposites.reduce(
    (result, [word, same, opposite]) => result.replace(opposite, `not ${word}`).replace(same, word),
    text.toLowerCase(),
  );
  return words
    .replace(negationPattern, "¬")
    .replace(requirementPattern, "")
    .replace(/[.。]$/, "")
    .replace(/\s+/g, "");
}

/** Reads whether something is, or must be, detected. `amount`: how much was tested, or the detection limit. */
export function readDetection(text: string): { isDetected: boolean; amount?: string | undefined } | undefined {
  const [found, negation, amount] =
    /^(¬?)detected(?:(?:in|per|at|每|[/(,:<])\D*(\d[^()]*)\)?)?$/.exec(readStatement(text)) ?? [];
  return found === undefined ? undefined : { isDetected: negation === "", amount };
}

/**
 * Whether a result in words is within its limit: a laboratory's verdict, such as `complies`, decides, and so does a
 * detection. It is outside if one is the negation of the other. Otherwise returns `undefined`, because only the page's
 * reader can compare the words.
 */
export function compareWords(limit: string, result: string): boolean | undefined {
  const [required, stated] = [readStatement(limit), readStatement(result)];
  const [requiredDetection, detection] = [readDetection(limit), readDetection(result)];
  const words = limit.replace(/\([^()]*\)/g, "");
  const isInWords = ![/\p{N}/u, upperLimitPattern, lowerLimitPattern].some((pattern) => pattern.test(words));
  if (stated === "¬comply") return false;
  if (stated === "comply" && words !== "" && (requiredDetection || isInWords)) return true;
  if (requiredDetection && detection) {
    const [tested, amount = tested] = [requiredDetection.amount, detection.amount];
    return (tested ?? amount) === amount ? requiredDetection.isDetected === detection.isDetected : undefined;
  }
  const negations = `${required}${stated}`.split("¬").length - 1;
  return negations === 1 && required.replace("¬", "") === stated.replace("¬", "") ? false : undefined;
}
