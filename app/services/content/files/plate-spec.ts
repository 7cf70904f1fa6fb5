import { z } from "zod";

const count = (low: number, high: number) => z.number().int().min(low).max(high);
const fraction = z.number().min(-1).max(1);

/** Growth habits of the plant. With `none`, the plate shows only the medicinal part. */
const habits = ["herb", "vine", "shrub", "branch", "grass", "rosette", "none"] as const;

const bladeShapes = [
  "ovate",
  "elliptic",
  "lanceolate",
  "oblong",
  "obovate",
  "linear",
  "heart",
  "kidney",
  "round",
  "lobed",
  "maple",
  "arrow",
  "fan",
  "shield",
  "needle",
  "scale",
] as const;

const leafDivisions = ["simple", "trifoliate", "palmate", "pinnate", "ternate", "dissected"] as const;

const flowerForms = [
  "petals",
  "daisy",
  "thistle",
  "peony",
  "bell",
  "trumpet",
  "tubular",
  "lip",
  "pea",
  "lily",
  "hood",
  "cup",
  "orchid",
  "spathe",
  "floret",
] as const;

const fruitForms = [
  "berry",
  "drupe",
  "citrus",
  "pome",
  "pod",
  "flat-pod",
  "capsule",
  "split-capsule",
  "burr",
  "crowned",
  "cone",
  "grain",
  "lotus-pod",
  "acorn",
  "nutlet",
] as const;

const clusters = [
  "solitary",
  "pair",
  "raceme",
  "spike",
  "umbel",
  "compound-umbel",
  "panicle",
  "whorls",
  "hanging",
  "catkin",
] as const;

const partForms = [
  "taproot",
  "fleshy-root",
  "root-bundle",
  "forked-root",
  "beaded-root",
  "knobbly-rhizome",
  "ringed-rhizome",
  "creeping-rhizome",
  "tuber",
  "ringed-tuber",
  "bulb",
  "quill",
  "bark-slab",
  "peel",
  "sticks",
  "hooked-twig",
  "shavings",
  "slices",
  "seeds",
  "leaf",
  "flower",
  "fruit",
  "herb",
  "cap-fungus",
  "sclerotium",
  "branched-fungus",
  "fibrous-mineral",
  "lump-mineral",
  "shell",
  "antler-glue",
  "blocks",
  "jar",
] as const;

const stemSchema = z.strictObject({
  /** Number of stems that rise from the ground. For the habit `branch`, `branches` is the number of its twigs. */
  count: count(1, 7).default(1),
  /** Number of side branches on each stem. */
  branches: count(0, 8).default(0),
  /** Direction in which the stem leans, from -1 (left) to 1 (right). */
  lean: fraction.default(0.15),
  /** Height in plate units before the plate is scaled. */
  height: z.number().min(30).max(420).default(270),
  /** Thickness at the base; from 5 upwards it is drawn as wood. */
  girth: z.number().min(1).max(24).default(3.5),
  /** Swollen joints, as on bamboo, achyranthes or ephedra. */
  jointed: z.boolean().default(false),
  /** Thorns at the nodes. */
  thorny: z.boolean().default(false),
  /** Curling tendrils of a vine. */
  tendrils: z.boolean().default(false),
});

const leafSchema = z.strictObject({
  shape: z.enum(bladeShapes),
  /** How one leaf is divided; `shape` is then the shape of each leaflet. */
  division: z.enum(leafDivisions).default("simple"),
  /** Number of leaflets of a divided leaf; of a dissected leaf, the pairs of side branches. */
  leaflets: count(2, 21).default(5),
  margin: z.enum(["entire", "serrate", "wavy"]).default("entire"),
  arrangement: z.enum(["alternate", "opposite", "whorled", "tufted"]).default("alternate"),
  /** Length in plate units, stalk not counted. */
  size: z.number().min(6).max(260),
  /** Width relative to the usual width of the shape. */
  breadth: z.number().min(0.3).max(2).default(1),
  /** Length of the leaf stalk relative to the leaf. */
  stalk: z.number().min(0).max(2).default(0.12),
  /** Number of nodes with leaves on each stem; of a rosette, the number of leaves. */
  count: count(1, 40),
  /** Number of leaves at the foot of the plant, besides those on the stem. */
  basal: count(0, 12).default(0),
  /** Surface: outline only, one half hatched, one half solid, or all solid. */
  tone: z.enum(["plain", "hatched", "half", "dark"]).default("hatched"),
});

const bloomFields = {
  cluster: z.enum(clusters).default("solitary"),
  /** `top` of every stem and branch, in the leaf `axils`, or from the `base` on its own stalk. */
  place: z.enum(["top", "axils", "base"]).default("top"),
  /** Length of one flower or fruit. */
  size: z.number().min(2).max(110),
  /** Number of flowers in one cluster. */
  count: count(1, 40).default(1),
  /** Number of clusters on the plant. */
  clusters: count(1, 14).default(3),
};

const flowerSchema = z.strictObject({
  form: z.enum(flowerForms),
  /** Number of petals, rays or lobes. */
  petals: count(2, 24).default(5),
  ...bloomFields,
});

const fruitSchema = z.strictObject({ form: z.enum(fruitForms), ...bloomFields });

const partSchema = z.strictObject({
  form: z.enum(partForms),
  /** Number of roots, quills, slices or seeds. */
  count: count(1, 30).default(1),
  length: z.number().min(10).max(340).default(130),
  girth: z.number().min(1).max(200).default(16),
  /** Number of rings, wrinkles or joints across it. */
  rings: count(0, 24).default(0),
  /** Number of fine rootlets. */
  hairs: count(0, 40).default(6),
  /** Surface of seeds and slices: bare, dark, or with a marked middle. */
  tone: z.enum(["plain", "hatched", "dark"]).default("hatched"),
});

const plateFields = z.strictObject({
  habit: z.enum(habits),
  /** Which side the plant faces; right mirrors the whole plate. */
  facing: z.enum(["left", "right"]).default("left"),
  stem: stemSchema.prefault({}),
  leaf: leafSchema.optional(),
  flower: flowerSchema.optional(),
  fruit: fruitSchema.optional(),
  /** The medicinal part, drawn in the second colour at the foot of the plant or below it. */
  part: partSchema,
  /** A second view in the corner, such as slices of the root or an opened seed. */
  detail: partSchema.extend({ medicinal: z.boolean().default(true) }).optional(),
});

/** Forms of a part that use the field of the same name. */
const organs = ["leaf", "flower", "fruit"] as const;

export const plateSpecSchema = plateFields.superRefine((plate, context) => {
  for (const view of ["part", "detail"] as const) {
    const organ = organs.find((name) => name === plate[view]?.form);
    if (!organ || plate[organ]) continue;
    const message = `${organ} can't be drawn without the field \`${organ}\` of this plate: add it, or choose another form`;
    context.addIssue({ code: "custom", path: [view, "form"], message });
  }
});

export type PlateSpec = z.output<typeof plateSpecSchema>;
export type LeafSpec = NonNullable<PlateSpec["leaf"]>;
export type FlowerSpec = NonNullable<PlateSpec["flower"]>;
export type FruitSpec = NonNullable<PlateSpec["fruit"]>;
export type StemSpec = PlateSpec["stem"];
export type PartSpec = PlateSpec["part"];
