import { z } from "zod";

/*
 * The readers of this room take more than the contract asks a backend to send. A reader whose narrower form doesn't follow
 * from its structure says here what that form is; the OpenAPI document and `check-api` both derive from it.
 */
const forms = z.registry<{ form: unknown }>();

/** Notes what should be sent where `reader` takes more. The form may be made of readers again. @returns `reader` */
export function documentedAs<Reader extends z.ZodType>(reader: Reader, form: z.ZodType): Reader {
  forms.add(reader, { form });
  return reader;
}

/** What was noted of a reader, if anything. */
export function notedForm(reader: z.ZodType): z.ZodType | undefined {
  return forms.get(reader)?.form as z.ZodType | undefined;
}

const open = new WeakMap<z.ZodType, z.ZodType>();
const closed = new WeakMap<z.ZodType, z.ZodType>();

/**
 * The form of `reader` that a backend should send: without conversions and fallbacks.
 * @param isClosed whether a field that the contract doesn't have is an error
 */
export function documentedForm(reader: z.ZodType, isClosed = false): z.ZodType {
  const known = (isClosed ? closed : open).get(reader);
  if (known) return known;
  const noted = notedForm(reader);
  const form = noted ? documentedForm(noted, isClosed) : structuralForm(reader, isClosed);
  const description = reader.description;
  const described = description && form.description !== description ? form.describe(description) : form;
  (isClosed ? closed : open).set(reader, described);
  return described;
}

/** Builds the form part by part; what has no parts is its own form. */
function structuralForm(reader: z.ZodType, isClosed: boolean): z.ZodType {
  const of = (part: unknown) => documentedForm(part as z.ZodType, isClosed);
  if (reader instanceof z.ZodObject) {
    const shape = Object.fromEntries(Object.entries(reader.shape).map(([name, field]) => [name, of(field)]));
    return isClosed ? z.strictObject(shape) : z.object(shape);
  }
  if (reader instanceof z.ZodArray) return z.array(of(reader.element));
  if (reader instanceof z.ZodUnion) return z.union(reader.options.map(of));
  if (reader instanceof z.ZodOptional) return of(reader.unwrap()).optional();
  if (reader instanceof z.ZodNullable) return of(reader.unwrap()).nullable();
  if (reader instanceof z.ZodDefault) return of(reader.unwrap()).default(reader.def.defaultValue);
  if (reader instanceof z.ZodCatch) return of(reader.unwrap());
  if (reader instanceof z.ZodLazy) return z.lazy(() => of(reader.unwrap()));
  if (reader instanceof z.ZodPipe) return of(reader.out instanceof z.ZodTransform ? reader.in : reader.out);
  return reader;
}
