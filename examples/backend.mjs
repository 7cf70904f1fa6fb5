// A small backend that the site runs on: `node examples/backend.mjs`, then `API_BASE_URL=http://localhost:4000 npm start`.
// Read it from below: the server, the calls, what they need, the content. Nothing is kept when it ends.
import { randomInt, randomUUID } from "node:crypto";
import { createServer } from "node:http";

/* ── Content: every text in Chinese and in English ─────────────────────────────────────────────────────────────── */

const t = (cn, en) => ({ "zh-cn": cn, en });
const cells = (line) => line.split("|").map((cell) => cell.trim());
const table = (text) => text.trim().split("\n").map(cells);
const picture = (colour, alt) => ({ src: `/pictures/${colour}.gif`, width: 1, height: 1, alt });

/** Kind, slug, title. A category is below the one that its slug begins with. */
const categoryRows = table(`
  news         | company       | 公司   | Company
  news         | knowledge     | 知识   | Knowledge
  prescription | exterior      | 解表剂 | Releasing the exterior
  prescription | tonics        | 补益剂 | Tonics
  prescription | tonics/qi     | 补气   | For qi
  product      | slices        | 饮片   | Slices
  product      | slices/roots  | 根类   | Roots
  product      | extracts      | 提取物 | Extracts
  case         | clinics       | 诊所   | Clinics
  service      | quality       | 检验   | Testing
  service      | making        | 加工   | Making
`);

/** Kind, id, category, date, colour of the picture; title and summary. What has no English comes in Chinese, and says so. */
const itemRows = table(`
  prescription | 11 | exterior      | 2026-02-10 | b5651d | 桂枝汤 | Cinnamon Twig Decoction | 《伤寒论》第一方，五味药。 | The first formula of the Shanghan Lun, of five herbs.
  prescription | 12 | tonics/qi     | 2026-01-20 | d9c48a | 四君子汤 | Four Gentlemen Decoction | 药性平和，因名“四君子”。 | Called after four gentlemen for its mildness.
  product      | 21 | slices/roots  | 2026-03-02 | e3cf8f | 黄芪片 | Astragalus slices | 蒙古黄芪或膜荚黄芪的根。 | The root of Astragalus membranaceus or its Mongolian variety.
  product      | 22 | slices/roots  | 2026-02-18 | a9744f | 当归片 | Angelica slices | 伞形科植物当归的根。 | The root of Angelica sinensis.
  product      | 23 | slices        | 2026-01-30 | c0392b | 枸杞子 | Wolfberries | 宁夏枸杞的成熟果实。 | The ripe fruit of Lycium barbarum.
  product      | 24 | extracts      | 2025-11-11 | 5c4033 | 甘草浸膏 | Liquorice extract | 以水提取，浓缩而成。 | Extracted with water and thickened.
  news         | 31 | company       | 2026-04-01 | 6b8e5a | 留样仓扩建 | A larger store for samples | 留样由两间增至三间。 | Three rooms instead of two.
  news         | 32 | knowledge     | 2026-03-15 | c0392b | 怎样辨认枸杞子 | How to know wolfberries | 看果梗白点，尝味甘。 | By the pale scar of the stalk, and the sweet taste.
  news         | 33 | knowledge     | 2025-12-22 | 3b2f2a | 冬至话膏方 | | 膏方的由来。 |
  case         | 42 | clinics       | 2025-10-08 | a9744f | 药柜重排 | A herb cabinet in a new order | 按使用次数排列。 | Sorted by how often a drawer is opened.
  case         | 41 | clinics       | 2026-02-01 | 6b8e5a | 一间诊所的煎药室 | A clinic's decoction room | 每日四十剂。 | Forty doses a day.
  service      | 51 | quality       | 2025-09-01 | 6b8e5a | 性状与显微鉴别 | Identification | 先看、闻、尝，再用显微镜。 | By eye, nose and tongue, then by microscope.
  service      | 52 | making        | 2025-08-15 | b5651d | 代煎 | Decoction | 一人一方一锅。 | One person, one formula, one pot.
`);

const sources = {
  11: { pinyin: "Guìzhī Tāng", source: t("《伤寒论》", "Shanghan Lun") },
  12: { pinyin: "Sìjūnzǐ Tāng", source: t("《太平惠民和剂局方》", "Taiping Huimin Heji Ju Fang") },
};

/** Id of the formula, name, Latin name, grams, what it does in the formula. */
const ingredientRows = table(`
  11 | 桂枝   | Cinnamon twig         | Cinnamomi Ramulus                                |  9 | monarch
  11 | 白芍   | White peony root      | Paeoniae Radix Alba                              |  9 | minister
  11 | 生姜   | Fresh ginger          | Zingiberis Rhizoma Recens                        |  9 | assistant
  11 | 大枣   | Jujube                | Jujubae Fructus                                  |  6 | assistant
  11 | 炙甘草 | Honey-fried liquorice | Glycyrrhizae Radix et Rhizoma Praeparata cum Melle |  6 | courier
  12 | 人参   | Ginseng               | Ginseng Radix et Rhizoma                         |  9 | monarch
  12 | 白术   | White atractylodes    | Atractylodis Macrocephalae Rhizoma               |  9 | minister
  12 | 茯苓   | Poria                 | Poria                                            |  9 | assistant
  12 | 炙甘草 | Honey-fried liquorice | Glycyrrhizae Radix et Rhizoma Praeparata cum Melle |  6 | courier
`);

const ownFields = {
  news: () => ({ author: t("编辑部", "The editors") }),
  product: (id) => ({ sku: `RB-${id}`, specs: [{ label: t("规格", "Grade"), value: t("统货", "Ungraded") }] }),
  prescription(id) {
    const own = ingredientRows.filter((row) => row[0] === id);
    const ingredients = own.map(([, ...name]) => ({ name: t(...name), ...dose(...name.slice(2)) }));
    return { ...sources[id], ingredients, cautions: t("须由医师处方。", "Prescribed by a practitioner only.") };
  },
  case: () => ({ location: t("安徽", "Anhui") }),
  service: () => ({
    steps: [{ title: t("收样", "Receiving"), summary: t("登记批号。", "Its batch is written down.") }],
  }),
};

const dose = (latin, grams, role) => ({ latin, dose: Number(grams), unit: "g", role });

/** All items, the newest first. */
const items = itemRows.map(asItem).sort((a, b) => b.date.localeCompare(a.date));

function asItem([kind, id, slug, date, colour, cn, en, cnSummary, enSummary]) {
  const title = t(cn, en || cn);
  const summary = t(cnSummary, enSummary || cnSummary);
  const cat = { slug, title: t(...categoryRows.find((row) => row[0] === kind && row[1] === slug).slice(2)) };
  const body = t(`<p>${summary["zh-cn"]}</p>`, `<p>${summary.en}</p>`);
  const lang = t(undefined, en ? undefined : "zh-CN");
  const facts = { kind, id: Number(id), cat, date, tags: [], cover: picture(colour, title) };
  return { ...facts, title, summary, body, lang, ...ownFields[kind](id) };
}

const adverts = table(`
  home-hero   | 先识地，后识药 | First the field, then the herb
  home-banner | 代煎服务       | Decoction
  list-aside  | 索取样品       | Ask for a sample
`).map(([aid, ...title], index) => {
  const image = picture("7a9a6b", t("药田", "A field of herbs"));
  return { id: `advert-${index}`, aid, title: t(...title), image, link: "/product/list", sort: 1 };
});

const entry = (id, type, path, title, ...children) => ({ id, type, path, title, children });
const slices = entry("slices", "category", "/product/list/slices", t("饮片", "Slices"));
const menu = [
  entry("home", "page", "/", t("首页", "Home")),
  entry("products", "page", "/product/list", t("产品", "Products"), slices),
];

const settings = {
  siteName: t("参考药房", "Reference Herbs"),
  slogan: t("小而全", "Small and complete"),
  company: t("参考药材有限公司", "Reference Herbs Ltd."),
  address: t("安徽省亳州市", "Bozhou, Anhui"),
  ...{ phone: "+86 558 555 0100", email: "hello@backend.example", hours: t("周一至周五", "Monday to Friday") },
  copyright: t("© 参考药材", "© Reference Herbs"),
  logo: picture("2f5d3a", t("标志", "Logo")),
  seo: { title: t("参考药房", "Reference Herbs"), description: t("参考后端的内容。", "Herbs, by a small backend.") },
  about: t("<p>参考后端的公司介绍。</p>", "<p>What the reference backend says of its company.</p>"),
  milestones: [{ year: "2026", title: t("第一次应答", "The first answer"), summary: t("代码 200。", "Code 200.") }],
  figures: [{ label: t("条目", "Items"), value: String(items.length), unit: t("条", "items") }],
};

/* ── What the calls need ───────────────────────────────────────────────────────────────────────────────────────── */

/** What a call is refused with: a code and a sentence in both languages. */
const refusal = (code, sentence) => Object.assign(new Error(sentence.en), { code, sentence });
const absent = () => refusal(404, t("没有这一项", "There is no such item"));
const unusable = (sentence = t("请填写姓名和联系方式", "Please give a name and a contact")) => refusal(400, sentence);
const isFilled = (value) => typeof value === "string" && value.trim() !== "";
const isContact = (value) => isFilled(value) && /^(\+?[\d\s-]{7,20}|[^\s@]+@[^\s@]+\.[^\s@]{2,})$/.test(value.trim());
const isBelow = (slug, parent) => slug === parent || slug.startsWith(`${parent}/`);

/** A value in one language: a text in both becomes the one that is asked for. */
function said(value, language) {
  if (Array.isArray(value)) return value.map((one) => said(one, language));
  if (typeof value !== "object" || value === null) return value;
  if ("zh-cn" in value) return value[language];
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, said(one, language)]));
}

function itemsOf(kind, language) {
  const rows = items.filter((item) => item.kind === kind).map(({ kind: _kind, ...item }) => said(item, language));
  if (rows.length === 0) throw unusable(t("没有这一类", "There is no such kind"));
  return rows;
}

/** The categories of a kind below a slug, as a tree. */
function tree(kind, parent = "") {
  const rows = categoryRows.filter((row) => row[0] === kind && row[1].split("/").slice(0, -1).join("/") === parent);
  return rows.map(([, slug, ...title]) => {
    const total = items.filter((item) => item.kind === kind && isBelow(item.cat.slug, slug)).length;
    return { id: `${kind}/${slug}`, kind, slug, title: t(...title), total, children: tree(kind, slug) };
  });
}

function find(rows, slug) {
  return rows.map((row) => (row.slug === slug ? row : find(row.children, slug))).find(Boolean);
}

function list(kind, query, language) {
  const [page, pageSize] = [whole(query.get("page") ?? "1"), Math.min(100, whole(query.get("pageSize") ?? "12"))];
  const [cat, keyword] = [query.get("cat"), query.get("keyword")?.toLowerCase()];
  if (cat && !find(tree(kind), cat)) throw absent();
  let found = itemsOf(kind, language).filter((item) => !cat || isBelow(item.cat.slug, cat));
  if (keyword) found = found.filter(({ title, summary }) => `${title} ${summary}`.toLowerCase().includes(keyword));
  if (query.get("sort") === "title") found.sort((a, b) => new Intl.Collator(language).compare(a.title, b.title));
  const rows = found.slice((page - 1) * pageSize, page * pageSize).map(({ body: _body, ...row }) => row);
  return { rows, total: found.length, page, pageSize };
}

function whole(text) {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw unusable(t("页码有误", "page and pageSize are whole numbers from 1"));
}

const reference = ({ id, title, lang }, kind) => ({ id, title, kind, lang });

function info(kind, query, language) {
  const rows = itemsOf(kind, language);
  const item = rows.find(({ id }) => String(id) === query.get("id"));
  const others = rows.filter((one) => one !== item).slice(0, 2);
  return item && { ...item, gallery: [item.cover], related: others.map((one) => reference(one, kind)) };
}

function neighbours(kind, query, language) {
  const rows = itemsOf(kind, language);
  const index = rows.findIndex(({ id }) => String(id) === query.get("id"));
  const at = (place) => (rows[place] ? reference(rows[place], kind) : null);
  return index < 0 ? undefined : { prev: at(index - 1), next: at(index + 1) };
}

/* ── What visitors send ─────────────────────────────────────────────────────────────────────────────────────────── */

/** Ids by key: an answer may be lost on its way, and the same message then comes again. A real backend keeps these. */
const ids = new Map();
const codes = new Map();
const tokens = new Set();
const secondsToLogIn = 600;

function keep(what, body, hasText, { key }) {
  if (!isFilled(body.name) || !isContact(body.contact) || !hasText) throw unusable();
  const known = key && ids.get(key);
  if (known) return { id: known };
  const id = `${what}-${ids.size + 1}`;
  ids.set(key ?? randomUUID(), id);
  console.log(`${id}: ${JSON.stringify(body)}`);
  return { id };
}

function sendCode({ account }) {
  if (!isContact(account)) throw unusable(t("请填写手机号或邮箱", "Please give a phone number or an e-mail address"));
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  codes.set(account.trim(), { code, until: Date.now() + secondsToLogIn * 1000, tries: 5 });
  // A real backend sends it to the account, and counts how often it is asked to.
  console.log(`login code of ${account.trim()}: ${code}`);
  return { expiresIn: secondsToLogIn };
}

function logIn({ account, code }) {
  const known = isFilled(account) ? codes.get(account.trim()) : undefined;
  if (!known || known.until < Date.now() || known.tries-- <= 0 || known.code !== code)
    throw refusal(422, t("验证码有误或已过期", "The code is wrong or too old"));
  codes.delete(account.trim());
  const token = randomUUID();
  tokens.add(token);
  return { token };
}

/* ── The calls: method and path to what makes `data` ───────────────────────────────────────────────────────────── */

const calls = {
  "GET /api/ad/data/list": (query) => ({
    rows: adverts.filter(({ aid }) => !query.get("aid") || aid === query.get("aid")),
  }),
  "GET /api/ad/data/info": (query) => adverts.find(({ id }) => id === query.get("id")),
  "GET /api/pc/menu/tree": () => ({ rows: menu }),
  "GET /api/setting/list": () => settings,
  "GET /api/cat/list": (query) => ({ rows: tree(query.get("kind")) }),
  "GET /api/cat/info": (query) => find(tree(query.get("kind")), query.get("slug")),
  "GET /api/article/prevnext": (query, { language }) => neighbours(query.get("kind"), query, language),
  "POST /guestbook": (body, call) => keep("message", body, isFilled(body.content), call),
  "POST /quotation": (body, call) => keep("request", body, Array.isArray(body.items), call),
  "POST /api/auth/code": sendCode,
  "POST /api/auth/login": logIn,
};
for (const kind of Object.keys(ownFields)) {
  calls[`GET /api/${kind}/list`] = (query, { language }) => list(kind, query, language);
  calls[`GET /api/${kind}/info`] = (query, { language }) => info(kind, query, language);
}

/* ── The server ─────────────────────────────────────────────────────────────────────────────────────────────────── */

const server = createServer(async (request, response) => {
  const language = request.headers.language?.toLowerCase() === "en" ? "en" : "zh-cn";
  const colour = /^\/pictures\/([\da-f]{6})\.gif$/.exec(request.url)?.[1];
  if (colour) return response.writeHead(200, { "Content-Type": "image/gif" }).end(dot(colour));
  const [code, message, data] = await answer(request, language).catch((error) => {
    if (error.sentence) return [error.code, error.sentence[language], null];
    console.error(error);
    return [500, said(t("服务器出错", "The server failed"), language), null];
  });
  const body = JSON.stringify({ code, message, data });
  response.writeHead(code, { "Content-Type": "application/json; charset=utf-8" }).end(body);
});

/** A GIF of one dot: the site shows real pictures only, from this origin. */
const dot = (colour) => Buffer.from(`47494638396101000100800000${colour}0000002c00000000010001000002024401003b`, "hex");

async function answer(request, language) {
  const [path, query] = request.url.split("?");
  const call = calls[`${request.method} ${path}`];
  if (!call) throw absent();
  const token = request.headers.authorization?.replace(/^Bearer /, "");
  if (token && !tokens.has(token)) throw refusal(401, t("请先登录", "Please log in"));
  const input = request.method === "POST" ? await bodyOf(request) : new URLSearchParams(query);
  const data = call(input, { language, key: request.headers["idempotency-key"] });
  if (!data) throw absent();
  return [200, "ok", said(data, language)];
}

async function bodyOf(request) {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > 65_536) throw refusal(413, t("内容过长", "That is too long"));
  }
  const body = await new Response(text).json().catch(() => null);
  if (typeof body !== "object" || body === null) throw unusable();
  return body;
}

server.listen(Number(process.env.PORT ?? 4000), process.env.HOST, () => {
  console.log(`The reference backend is at http://localhost:${server.address().port}`);
});
