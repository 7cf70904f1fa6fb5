// A small backend for the site: `node backend-kit/examples/backend.mjs`, then `API_BASE_URL=http://localhost:4000 npm start`.
// Read it from the end: server, handlers, their functions, content. It stores everything in memory only.
import { randomInt, randomUUID } from "node:crypto";
import { createServer } from "node:http";

/* ── Content: every text in Chinese and in English ─────────────────────────────────────────────────────────────── */

const t = (cn, en) => ({ "zh-cn": cn, en });
const splitCells = (line) => line.split("|").map((cell) => cell.trim());
const parseTable = (text) => text.trim().split("\n").map(splitCells);
const createPicture = (colour, alt) => ({ src: `/pictures/${colour}.gif`, width: 1, height: 1, alt });

/** Columns: kind, slug, Chinese and English title. The slug of a subcategory begins with that of its parent. */
const categoryRows = parseTable(`
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

/**
 * Columns: kind, id, category, date, colour of the picture, Chinese and English title, Chinese and English summary. An
 * item without English is sent in Chinese with `lang`.
 */
const itemRows = parseTable(`
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

const formulaFields = {
  11: { pinyin: "Guìzhī Tāng", source: t("《伤寒论》", "Shanghan Lun") },
  12: { pinyin: "Sìjūnzǐ Tāng", source: t("《太平惠民和剂局方》", "Taiping Huimin Heji Ju Fang") },
};

/** Columns: id of the formula; Chinese, English and Latin name of the herb; grams; role in the formula. */
const ingredientRows = parseTable(`
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

const kindFields = {
  news: () => ({ author: t("编辑部", "The editors") }),
  product: (id) => ({ sku: `RB-${id}`, specs: [{ label: t("规格", "Grade"), value: t("统货", "Ungraded") }] }),
  prescription(id) {
    const rows = ingredientRows.filter((row) => row[0] === id);
    const ingredients = rows.map(([, ...name]) => ({ name: t(...name), ...createDose(...name.slice(2)) }));
    return { ...formulaFields[id], ingredients, cautions: t("须由医师处方。", "Prescribed by a practitioner only.") };
  },
  case: () => ({ location: t("安徽", "Anhui") }),
  service: () => ({
    steps: [{ title: t("收样", "Receiving"), summary: t("登记批号。", "Its batch is written down.") }],
  }),
};

const createDose = (latin, grams, role) => ({ latin, dose: Number(grams), unit: "g", role });

const notice = t("表单里写的，只用来答复。", "What you send us is only for our answer.");
const pages = [{ kind: "page", id: "privacy", title: t("隐私声明", "Privacy notice"), summary: notice, body: notice }];

const batch = {
  kind: "batch",
  id: "HQ260301",
  title: t("黄芪片 HQ260301", "Astragalus slices HQ260301"),
  product: { kind: "product", id: 21, title: t("黄芪片", "Astragalus slices") },
  produced: "2026-03-01",
  released: "2026-03-10",
  bestBefore: "2028-03",
  standard: t("《中国药典》2025 年版", "Chinese Pharmacopoeia 2025"),
  origin: t("甘肃陇西", "Longxi, Gansu"),
  results: [{ test: t("水分", "Moisture"), limit: "≤10.0%", result: "7.9%" }],
};

/** All items, newest first; then the plain pages and the batch. */
const items = [...itemRows.map(createItem).sort((a, b) => b.date.localeCompare(a.date)), ...pages, batch];

function createItem([kind, id, slug, date, colour, cn, en, cnSummary, enSummary]) {
  const title = t(cn, en || cn);
  const summary = t(cnSummary, enSummary || cnSummary);
  const cat = { slug, title: t(...categoryRows.find((row) => row[0] === kind && row[1] === slug).slice(2)) };
  const body = t(`<p>${summary["zh-cn"]}</p>`, `<p>${summary.en}</p>`);
  const lang = t(undefined, en ? undefined : "zh-CN");
  const facts = { kind, id: Number(id), cat, date, tags: [], cover: createPicture(colour, title) };
  return { ...facts, title, summary, body, lang, ...kindFields[kind](id) };
}

const adverts = parseTable(`
  home-hero   | 先识地，后识药 | First the field, then the herb
  home-banner | 代煎服务       | Decoction
  list-aside  | 索取样品       | Ask for a sample
`).map(([aid, ...title], index) => {
  const image = createPicture("7a9a6b", t("药田", "A field of herbs"));
  return { id: `advert-${index}`, aid, title: t(...title), image, link: "/product/list", sort: 1 };
});

const createMenuItem = (id, type, path, title, ...children) => ({ id, type, path, title, children });
const slices = createMenuItem("slices", "category", "/product/list/slices", t("饮片", "Slices"));
const menu = [
  createMenuItem("home", "page", "/", t("首页", "Home")),
  createMenuItem("products", "page", "/product/list", t("产品", "Products"), slices),
];

const settings = {
  siteName: t("参考药房", "Reference Herbs"),
  slogan: t("小而全", "Small and complete"),
  company: t("参考药材有限公司", "Reference Herbs Ltd."),
  address: t("安徽省亳州市", "Bozhou, Anhui"),
  phone: "+86 558 555 0100",
  email: "hello@backend.example",
  hours: t("周一至周五", "Monday to Friday"),
  copyright: t("© 参考药材", "© Reference Herbs"),
  logo: createPicture("2f5d3a", t("标志", "Logo")),
  seo: { title: t("参考药房", "Reference Herbs"), description: t("参考后端的内容。", "Herbs, by a small backend.") },
  about: t("<p>参考后端的公司介绍。</p>", "<p>What the reference backend says of its company.</p>"),
  milestones: [{ year: "2026", title: t("第一次应答", "The first answer"), summary: t("代码 200。", "Code 200.") }],
  figures: [{ label: t("条目", "Items"), value: String(items.length), unit: t("条", "items") }],
};

/* ── Functions for reading ─────────────────────────────────────────────────────────────────────────────────────── */

/** Creates an error with the response's code, and its message in both languages. */
const httpError = (code, sentence) => Object.assign(new Error(sentence.en), { code, sentence });
const notFound = () => httpError(404, t("没有这一项", "There is no such item"));
const badRequest = (text = t("请填写姓名和联系方式", "Please give a name and a contact")) => httpError(400, text);
const isFilled = (value) => typeof value === "string" && value.trim() !== "";
const isContact = (value) => isFilled(value) && /^(\+?[\d\s-]{7,20}|[^\s@]+@[^\s@]+\.[^\s@]{2,})$/.test(value.trim());
const isInCategory = (slug, parent) => slug === parent || slug.startsWith(`${parent}/`);

/** Copies a value, and replaces each bilingual text by its text in one language. */
function localize(value, language) {
  if (Array.isArray(value)) return value.map((one) => localize(one, language));
  if (typeof value !== "object" || value === null) return value;
  if ("zh-cn" in value) return value[language];
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, localize(one, language)]));
}

function listItems(kind, language) {
  const rows = items.filter((item) => item.kind === kind).map(({ kind: _kind, ...item }) => localize(item, language));
  if (rows.length === 0) throw badRequest(t("没有这一类", "There is no such kind"));
  return rows;
}

/** Lists the categories of a kind below a slug, as a tree. */
function listCategories(kind, parent = "") {
  const rows = categoryRows.filter((row) => row[0] === kind && row[1].split("/").slice(0, -1).join("/") === parent);
  return rows.map(([, slug, ...title]) => {
    const total = items.filter((item) => item.kind === kind && isInCategory(item.cat.slug, slug)).length;
    return { id: `${kind}/${slug}`, kind, slug, title: t(...title), total, children: listCategories(kind, slug) };
  });
}

function findCategory(rows, slug) {
  return rows.map((row) => (row.slug === slug ? row : findCategory(row.children, slug))).find(Boolean);
}

function getPage(kind, query, language) {
  const [page, pageSize] = [readNumber(query, "page", 1), Math.min(100, readNumber(query, "pageSize", 12))];
  const [cat, keyword] = [query.get("cat"), query.get("keyword")?.toLowerCase()];
  const product = query.get("product");
  if (cat && !findCategory(listCategories(kind), cat)) throw notFound();
  let found = listItems(kind, language).filter((item) => !cat || isInCategory(item.cat.slug, cat));
  if (product) found = found.filter((item) => String(item.product.id) === product);
  if (keyword) found = found.filter(({ title, summary }) => `${title} ${summary}`.toLowerCase().includes(keyword));
  if (query.get("sort") === "title") found.sort((a, b) => new Intl.Collator(language).compare(a.title, b.title));
  const rows = found.slice((page - 1) * pageSize, page * pageSize).map(({ body: _body, ...row }) => row);
  return { rows, total: found.length, page, pageSize };
}

function readNumber(query, name, defaultValue) {
  const text = query.get(name) ?? defaultValue;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw badRequest(t("页码有误", "page and pageSize are whole numbers from 1"));
}

const rowFields = ["id", "title", "product", "produced", "released", "bestBefore"];

/** Reduces batches to the fields that a list needs. */
const shortenBatches = ({ rows, ...page }) => ({
  rows: rows.map((row) => Object.fromEntries(rowFields.map((field) => [field, row[field]]))),
  ...page,
});

const toReference = ({ id, title, lang }, kind) => ({ id, title, kind, lang });

function getItem(kind, query, language) {
  const rows = listItems(kind, language);
  const item = rows.find(({ id }) => String(id) === query.get("id"));
  const others = rows.filter((one) => one !== item).slice(0, 2);
  return item && { ...item, gallery: [item.cover], related: others.map((one) => toReference(one, kind)) };
}

function getNeighbours(kind, query, language) {
  const rows = listItems(kind, language);
  const index = rows.findIndex(({ id }) => String(id) === query.get("id"));
  const getAt = (position) => (rows[position] ? toReference(rows[position], kind) : null);
  return index < 0 ? undefined : { prev: getAt(index - 1), next: getAt(index + 1) };
}

/* ── Functions for submissions and login ────────────────────────────────────────────────────────────────────────── */

/** Ids by idempotency key, because the site repeats a call whose response was lost. A real backend stores them. */
const idsByKey = new Map();
const codes = new Map();
const tokens = new Set();
const codeLifetimeSeconds = 600;

function storeSubmission(idPrefix, body, hasText, { key }) {
  if (!isFilled(body.name) || !isContact(body.contact) || !hasText) throw badRequest();
  const existingId = key && idsByKey.get(key);
  if (existingId) return { id: existingId };
  const id = `${idPrefix}-${idsByKey.size + 1}`;
  idsByKey.set(key ?? randomUUID(), id);
  console.log(`stored ${id}: ${JSON.stringify(body)}`);
  return { id };
}

function sendCode({ account }) {
  if (!isContact(account)) throw badRequest(t("请填写手机号或邮箱", "Please give a phone number or an email address"));
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  codes.set(account.trim(), { code, expiresAt: Date.now() + codeLifetimeSeconds * 1000, attemptsLeft: 5 });
  // A real backend sends the code to the account, and limits the number of codes.
  console.log(`login code of ${account.trim()}: ${code}`);
  return { expiresIn: codeLifetimeSeconds };
}

function logIn({ account, code }) {
  const storedCode = isFilled(account) ? codes.get(account.trim()) : undefined;
  if (!storedCode || storedCode.expiresAt < Date.now() || storedCode.attemptsLeft-- <= 0 || storedCode.code !== code)
    throw httpError(422, t("验证码有误或已过期", "The code is wrong or too old"));
  codes.delete(account.trim());
  const token = randomUUID();
  tokens.add(token);
  return { token };
}

/* ── Handlers by method and path; they return `data` ───────────────────────────────────────────────────────────── */

const handlers = {
  "GET /api/ad/data/list": (query) => ({
    rows: adverts.filter(({ aid }) => !query.get("aid") || aid === query.get("aid")),
  }),
  "GET /api/ad/data/info": (query) => adverts.find(({ id }) => id === query.get("id")),
  "GET /api/pc/menu/tree": () => ({ rows: menu }),
  "GET /api/setting/list": () => settings,
  "GET /api/cat/list": (query) => ({ rows: listCategories(query.get("kind")) }),
  "GET /api/cat/info": (query) => findCategory(listCategories(query.get("kind")), query.get("slug")),
  "GET /api/article/prevnext": (query, { language }) => getNeighbours(query.get("kind"), query, language),
  "GET /api/page/list": (query, { language }) => getPage("page", query, language),
  "GET /api/page/info": (query, { language }) => listItems("page", language).find(({ id }) => id === query.get("id")),
  // No batch of this example is recalled.
  "GET /api/batch/list": (query, { language }) =>
    query.get("recalled") ? { rows: [], total: 0 } : shortenBatches(getPage("batch", query, language)),
  "GET /api/batch/info": (query, { language }) =>
    listItems("batch", language).find(({ id }) => id === query.get("id").toUpperCase()),
  "POST /guestbook": (body, call) => storeSubmission("message", body, isFilled(body.content), call),
  "POST /quotation": (body, call) => storeSubmission("request", body, Array.isArray(body.items), call),
  "POST /api/auth/code": sendCode,
  "POST /api/auth/login": logIn,
};
for (const kind of Object.keys(kindFields)) {
  handlers[`GET /api/${kind}/list`] = (query, { language }) => getPage(kind, query, language);
  handlers[`GET /api/${kind}/info`] = (query, { language }) => getItem(kind, query, language);
}

/** Matches the calls of forms that a site has added. */
const addedFormCallPattern = /^POST \/api\/[a-z-]+\/create$/;
const storeAddedForm = (body, call) => storeSubmission("form", body, true, call);

/* ── The server ─────────────────────────────────────────────────────────────────────────────────────────────────── */

const server = createServer(async (request, response) => {
  const language = request.headers.language?.toLowerCase() === "en" ? "en" : "zh-cn";
  const colour = /^\/pictures\/([\da-f]{6})\.gif$/.exec(request.url)?.[1];
  if (colour) return response.writeHead(200, { "Content-Type": "image/gif" }).end(toGif(colour));
  const [code, message, data] = await handle(request, language).catch((error) => {
    if (error.sentence) return [error.code, error.sentence[language], null];
    console.error(error);
    return [500, localize(t("服务器出错", "The server failed"), language), null];
  });
  const body = JSON.stringify({ code, message, data });
  response.writeHead(code, { "Content-Type": "application/json; charset=utf-8" }).end(body);
});

/** Creates a GIF of one pixel, because the site only uses loadable pictures. */
const toGif = (rgb) => Buffer.from(`47494638396101000100800000${rgb}0000002c00000000010001000002024401003b`, "hex");

async function handle(request, language) {
  const [path, query] = request.url.split("?");
  const call = `${request.method} ${path}`;
  const handler = addedFormCallPattern.test(call) ? storeAddedForm : handlers[call];
  if (!handler) throw notFound();
  const token = request.headers.authorization?.replace(/^Bearer /, "");
  if (token && !tokens.has(token)) throw httpError(401, t("请先登录", "Please log in"));
  const input = request.method === "POST" ? await readBody(request) : new URLSearchParams(query);
  const data = handler(input, { language, key: request.headers["idempotency-key"] });
  if (!data) throw notFound();
  return [200, "ok", localize(data, language)];
}

async function readBody(request) {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > 65_536) throw httpError(413, t("内容过长", "That is too long"));
  }
  const body = await new Response(text).json().catch(() => null);
  if (typeof body !== "object" || body === null) throw badRequest();
  return body;
}

server.listen(Number(process.env.PORT ?? 4000), process.env.HOST, () => {
  console.log(`The reference backend is at http://localhost:${server.address().port}`);
});
