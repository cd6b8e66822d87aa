/** What is drawn for one property of a form's JSON Schema (2020-12, as zod writes it). */
export interface Field {
  /** As the API names it in its errors: `data.email`, `data.address.city`. */
  readonly path: string;
  readonly name: string;
  readonly required: boolean;
  readonly secret: boolean;
  readonly hint: string | undefined;
  readonly kind: Kind;
}

export type Kind =
  | {
      readonly is: 'text';
      readonly input: 'text' | 'email' | 'url' | 'date' | 'time';
      readonly maxLength?: number | undefined;
      readonly initial?: string | undefined;
    }
  | { readonly is: 'moment' }
  | {
      readonly is: 'number';
      readonly whole: boolean;
      readonly min?: number | undefined;
      readonly max?: number | undefined;
      readonly initial?: string | undefined;
    }
  | { readonly is: 'yesNo'; readonly initial?: boolean | undefined }
  /** Values of any sort, by their place in the list. */
  | {
      readonly is: 'choice';
      readonly values: readonly unknown[];
      readonly several: boolean;
      readonly initial?: unknown;
    }
  | {
      readonly is: 'file';
      readonly types: readonly string[];
      readonly maxBytes: number;
      readonly several: boolean;
    }
  | { readonly is: 'group'; readonly fields: readonly Field[] }
  /** Whatever else there is, as the person writes it. */
  | { readonly is: 'json' };

type Schema = Readonly<Record<string, unknown>>;

export function fieldsOf(schema: unknown, secrets: readonly string[] = [], path = 'data'): Field[] {
  const { properties, required } = asSchema(schema);
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(asSchema(properties)).map(([name, one]) => {
    const property = asSchema(one);
    const here = `${path}.${name}`;
    // A default is filled in by whoever reads it, whatever the schema says.
    const isRequired = needed.includes(name) && property.default === undefined;
    return {
      path: here,
      name: typeof property.title === 'string' ? property.title : inWords(name),
      required: isRequired,
      secret: secrets.includes(name),
      hint: typeof property.description === 'string' ? property.description : undefined,
      kind: kindOf(property, here),
    };
  });
}

function kindOf(schema: Schema, path: string): Kind {
  const file = asSchema(schema['x-file']);
  if (Object.keys(file).length > 0) return fileKind(file, false);
  if (schema.const !== undefined) return choice([schema.const], false, schema.default ?? schema.const);
  if (Array.isArray(schema.enum)) return choice(schema.enum, false, schema.default);
  switch (schema.type) {
    case 'string':
      return textKind(schema);
    case 'integer':
    case 'number':
      return {
        is: 'number',
        whole: schema.type === 'integer',
        // zod tells the safe range of integers, which is no help to anybody.
        min: limit(schema.minimum),
        max: limit(schema.maximum),
        initial: schema.default === undefined ? undefined : String(schema.default),
      };
    case 'boolean':
      return { is: 'yesNo', initial: typeof schema.default === 'boolean' ? schema.default : undefined };
    case 'array': {
      const items = asSchema(schema.items);
      const itsFile = asSchema(items['x-file']);
      if (Object.keys(itsFile).length > 0) return fileKind(itsFile, true);
      if (Array.isArray(items.enum)) return choice(items.enum, true, schema.default);
      return { is: 'json' };
    }
    case 'object': {
      const fields = fieldsOf(schema, [], path);
      return fields.length > 0 ? { is: 'group', fields } : { is: 'json' };
    }
    default:
      return { is: 'json' };
  }
}

function textKind(schema: Schema): Kind {
  if (schema.format === 'date-time') return { is: 'moment' };
  const input = (['email', 'date', 'time'] as const).find((one) => one === schema.format);
  return {
    is: 'text',
    input: input ?? (schema.format === 'uri' ? 'url' : 'text'),
    maxLength: limit(schema.maxLength),
    initial: typeof schema.default === 'string' ? schema.default : undefined,
  };
}

function fileKind({ types, maxBytes }: Schema, several: boolean): Kind {
  return {
    is: 'file',
    types: Array.isArray(types) ? types.map(String) : [],
    maxBytes: Number(maxBytes),
    several,
  };
}

function choice(values: readonly unknown[], several: boolean, initial: unknown): Kind {
  return { is: 'choice', values, several, ...(initial !== undefined && { initial }) };
}

function limit(value: unknown): number | undefined {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}

/** `fullName` is "Full name". */
function inWords(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
