import type { EndpointInput, EndpointKey } from "./endpoints.ts";
import { forms, listFields, mapFormCalls, type FieldName, type FormName } from "./forms/forms.ts";
import { kinds, type Kind } from "./kinds.ts";

type Example<K extends EndpointKey> = { input: EndpointInput<K>; data: object };

const cover = { src: "/uploads/huang-qi.jpg", width: 1200, height: 900, alt: "Sliced astragalus root" };
const seo = { title: "Astragalus root", description: "Origin, grades and tests of sliced astragalus root." };

const advert = {
  id: "hero-1",
  aid: "home-hero",
  title: "Know the place, then the herb",
  summary: "Each batch with its region.",
  image: "/uploads/field.jpg",
  link: "/product/list",
  sort: 1,
};

const category = {
  id: 3,
  kind: "product",
  slug: "pieces",
  title: "Prepared slices",
  summary: "Cut and dried.",
  total: 24,
  children: [{ id: 4, kind: "product", slug: "pieces/roots", title: "Roots", total: 9, children: [] }],
};

const items: Record<Kind, { id: number; [field: string]: unknown }> = {
  news: {
    id: 31,
    title: "The astragalus harvest",
    summary: "Digging began in the second week of October.",
    cover,
    cat: { slug: "company", title: "Company" },
    date: "2025-10-12",
    updatedAt: "2025-10-14T09:30:00+08:00",
    tags: ["harvest"],
    author: "Li Min",
    source: "Field office",
  },
  product: {
    id: 12,
    title: "Astragalus root, sliced",
    names: [
      { text: "黄芪", lang: "zh-CN" },
      { text: "Huángqí", lang: "zh-Latn-pinyin" },
      { text: "Astragali Radix", lang: "la" },
    ],
    summary: "From Longxi in Gansu, four years old.",
    cover,
    cat: { slug: "pieces/roots", title: "Roots" },
    date: "2025-03-12",
    updatedAt: "2025-04-01",
    tags: ["roots"],
    origin: "Longxi, Gansu",
    part: "Root",
    sku: "HQ-0412",
    specs: [{ label: "Thickness", value: "2–4 mm" }],
    packaging: "1 kg bag",
    moq: "20 kg",
    licensedBuyersOnly: false,
  },
  prescription: {
    id: 7,
    title: "Cinnamon Twig Decoction",
    summary: "Five herbs.",
    cover: "/uploads/gui-zhi-tang.jpg",
    cat: { slug: "exterior", title: "Releasing the exterior" },
    date: "2025-02-01",
    tags: ["classical"],
    prescriptionOnly: false,
    source: "Shanghan Lun",
    pinyin: "Guìzhī Tāng",
    latin: "Decoctum Cinnamomi Ramuli",
    ingredients: [
      {
        name: "Cinnamon twig",
        latin: "Cinnamomi Ramulus",
        dose: 9,
        unit: "g",
        role: "monarch",
        product: { id: 21, title: "Cinnamon twig, sliced", kind: "product" },
      },
      { name: "White peony root", latin: "Paeoniae Radix Alba", dose: 9, unit: "g", role: "minister" },
    ],
    actions: "Releases the exterior.",
    indications: "Traditionally, wind-cold.",
    preparation: "Decoct in water.",
    cautions: "Under a practitioner's care.",
  },
  case: {
    id: 5,
    title: "A decoction room for a clinic",
    summary: "Forty prescriptions a day.",
    cover,
    cat: { slug: "clinics", title: "Clinics" },
    date: "2024-11-20",
    tags: ["decoction"],
    client: "A district clinic",
    location: "Bozhou, Anhui",
  },
  service: {
    id: 2,
    title: "Testing",
    summary: "Identity, assay and residues, batch by batch.",
    cover,
    cat: { slug: "quality", title: "Quality" },
    date: "2024-06-01",
    tags: ["laboratory"],
    steps: [{ title: "Sampling", summary: "By the rules of the pharmacopoeia." }],
  },
};

const related = [{ id: 7, title: "Cinnamon Twig Decoction", kind: "prescription" }];
const details = {
  body: "<h2>Origin</h2><p>Dug in October.</p>",
  gallery: [cover],
  related,
  seo,
  attachments: [{ title: "Certificate", url: "/uploads/certificate.pdf", size: 48_213 }],
};
const herbCautions: Partial<Record<Kind, object>> = {
  prescription: {
    warnings: ["Above the range of the Chinese Pharmacopoeia: 12 g of ginseng (3–9 g)."],
    doseNote: "Below the range of the Chinese Pharmacopoeia: 3 g of white peony root (6–15 g).",
    safety: ["Do not combine white peony root with veratrum."],
    safetySource: "After the Chinese Pharmacopoeia of 2020.",
  },
  product: { safety: ["In pregnancy, take it only on a practitioner’s advice."] },
};
const plainPage = {
  id: "privacy",
  title: "Privacy notice",
  summary: "What this site stores of its visitors.",
  cover,
  updatedAt: "2026-11-20",
  languages: ["zh-CN", "en-US"],
};
const batch = {
  id: "HQ251201",
  title: "Astragalus root, sliced HQ251201",
  product: { id: 12, title: "Astragalus root, sliced", kind: "product" },
  produced: "2025-12-08",
  updatedAt: "2025-12-16",
  bestBefore: "2027-12",
  released: "2025-12-15",
  recalled: {
    date: "2026-11-20",
    level: 2,
    reason: "A repeated test found more water than the limit allows.",
    advice: "Please stop using it, keep the package and contact us.",
  },
  state: "recalled",
  languages: ["zh-CN", "en-US"],
};
const settings = {
  siteName: "Qigu Herbal",
  slogan: "Traceable origins, published tests",
  logo: "/uploads/logo.png",
  company: "Qigu Herbal Medicine Co., Ltd.",
  address: "Bozhou, Anhui",
  phone: "+86 558 555 0186",
  email: "service@qigu.example",
  hours: "Monday to Friday",
  copyright: "© Qigu Herbal",
  icp: "皖ICP备00000000号",
  policeRecord: "皖公网安备 00000000000000号",
  licences: [{ label: "Drug production licence", value: "皖00000000" }],
  decoction: "decoction",
  map: { lat: 33.84, lng: 115.78, url: "https://maps.example/qigu" },
  social: [{ name: "WeChat", url: "https://qigu.example/wechat", qr: "/uploads/wechat.png" }],
  seo: { title: "Qigu Herbal", description: "Herbs of known origin." },
  about: "<p>Since 1986.</p>",
  milestones: [{ year: "1986", title: "The cutting yard", summary: "Three workers, two herbs." }],
  figures: [{ label: "Herbs in production", value: "428", unit: "herbs" }],
  kindsInUse: [...kinds],
  kinds: [{ kind: "case", title: "Projects", lead: "Done with others.", labels: [{ field: "client", label: "For" }] }],
  colours: { light: { primary: "#1f4e79", accent: "#9c2a10" }, dark: { primary: "#9cc3e6" } },
  sentences: {
    verse: "道地为本",
    home: [{ kind: "product", title: "Herbs", text: "All of them tested." }],
    contactLead: "Come and see us.",
    reply: "We reply within two working days.",
    quotationLead: "Tell us what you need.",
    quotationAnswer: "It lists prices and freight.",
    sample: "We send samples of up to 100 g.",
  },
};

const menuItem = {
  id: "product",
  type: "page",
  title: "Products",
  path: "/product/list",
  target: "_self",
  children: [{ id: "pieces", type: "category", title: "Slices", path: "/product/list/pieces", children: [] }],
};

type KindExamples = { [K in `${Kind}.${"list" | "info"}`]: Example<K> };

function createKindExamples(): KindExamples {
  const calls = kinds.flatMap((kind) => {
    const item = items[kind];
    const page = { rows: [item], total: 1, page: 1, pageSize: 12 };
    return [
      [`${kind}.list`, { input: { page: 1, pageSize: 12 }, data: page }],
      [`${kind}.info`, { input: { id: String(item.id) }, data: { ...item, ...details, ...herbCautions[kind] } }],
    ];
  });
  return Object.fromEntries(calls) as KindExamples;
}

const typedTexts: Partial<Record<FieldName, string>> = {
  name: "Wang Wei",
  contact: "wang@example.com",
  company: "A clinic",
  subject: "A sample",
  content: "Could we have 100 g of astragalus?",
  message: "Delivery to Hefei.",
};

const requestedItems = [{ id: "12", title: "Astragalus root, sliced", sku: "HQ-0412", quantity: 20, unit: "kg" }];

function createFormExample(form: FormName) {
  const texts = listFields(form).map(([name]) => [name, typedTexts[name] ?? "What is typed"]);
  const requestedFields = "hasItems" in forms[form] && { items: requestedItems };
  const input = { contact: "", ...Object.fromEntries(texts), ...requestedFields, locale: "en" as const };
  return { input, data: { id: "1024" } };
}

/** Examples for backend-kit/openapi.json and the submissions of `check-api`. */
export const examples: { [K in EndpointKey]: Example<K> } = {
  "ad.list": { input: { aid: "home-hero" }, data: { rows: [advert] } },
  "ad.info": { input: { id: "hero-1" }, data: advert },
  "menu.tree": { input: {}, data: { rows: [menuItem] } },
  "setting.list": { input: {}, data: settings },
  "cat.list": { input: { kind: "product" }, data: { rows: [category] } },
  "cat.info": { input: { kind: "product", slug: "pieces" }, data: category },
  ...createKindExamples(),
  "page.list": {
    input: { page: 1, pageSize: 12 },
    data: { rows: [plainPage], total: 1, page: 1, pageSize: 12 },
  },
  "page.info": {
    input: { id: "privacy" },
    data: {
      ...plainPage,
      body: "<h2>What is stored</h2><p>What you send us.</p>",
      attachments: details.attachments,
      seo,
    },
  },
  "batch.list": {
    input: { page: 1, pageSize: 12, product: "12" },
    data: { rows: [batch], total: 1, page: 1, pageSize: 12 },
  },
  "batch.info": {
    input: { id: "HQ251201" },
    data: {
      ...batch,
      harvest: "2025-10",
      standard: "Chinese Pharmacopoeia 2025",
      origin: "Longxi County, Gansu; cultivated for three years",
      region: "Longxi",
      cut: "2025-12-03",
      tested: "2025-12-12",
      note: "The samples are kept until 2028.",
      results: [{ test: "Water", limit: "≤10.0%", result: "7.9%" }],
      certificate: { url: "/uploads/HQ251201.pdf", size: 41_820 },
    },
  },
  "article.prevnext": {
    input: { kind: "product", id: "12" },
    data: { prev: { id: 13, title: "Codonopsis root", kind: "product" }, next: null },
  },
  ...mapFormCalls(createFormExample),
  "auth.code": { input: { account: "wang@example.com" }, data: { expiresIn: 600 } },
  "auth.login": { input: { account: "wang@example.com", code: "042917" }, data: { token: "b3BhcXVl" } },
};
