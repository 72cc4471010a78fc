import * as z from 'zod/mini';

export type Json = Record<string, unknown>;

const PLACE = '#/components/schemas/';
const NAMELESS = 'nameless-';

const isSchema = (value: unknown): value is z.ZodMiniType => value instanceof z.ZodMiniType;

/** A number in a path or query arrives as its digits. */
const DIGITS = /^\^(\(0\|)?\[1-9\]\\d\{0,(\d+)\}\)?\$$/;

/** Drops the bounds of JavaScript's safe integers, and describes text of digits as the number that it is. */
function simplify({ jsonSchema }: { jsonSchema: Json }) {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  const [pattern, zero, more] = DIGITS.exec(String(jsonSchema.pattern)) ?? [];
  if (!pattern) return;
  delete jsonSchema.pattern;
  Object.assign(jsonSchema, {
    type: 'integer',
    minimum: zero ? 0 : 1,
    maximum: 10 ** (Number(more) + 1) - 1,
  });
}

function* refsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string') yield inner;
    else yield* refsIn(inner);
  }
}

/**
 * The JSON schemas of all calls, generated together so that they can reference each other. Exports of the modules with a
 * capital letter keep their name, every other schema is inlined.
 */
export function writeSchemas(modules: readonly object[], used: Iterable<z.ZodMiniType>) {
  const registry = z.registry<{ id: string }>();
  const register = (schema: z.ZodMiniType, id: string) => {
    if (!registry.has(schema)) registry.add(schema, { id });
  };
  for (const [name, value] of modules.flatMap((module) => Object.entries(module)))
    if (isSchema(value) && /^[A-Z]/.test(name)) register(value, name);
  let nameless = 0;
  for (const schema of used) register(schema, `${NAMELESS}${++nameless}`);
  const written = z.toJSONSchema(registry, {
    uri: (id) => `${PLACE}${id}`,
    io: 'input',
    unrepresentable: 'any',
    override: simplify,
  }).schemas as Record<string, Json>;
  for (const schema of Object.values(written)) {
    delete schema.$id;
    delete schema.$schema;
  }
  const idOf = (schema: z.ZodMiniType) => registry.get(schema)?.id ?? '';

  return {
    /** A reference if the schema has a name. */
    of(schema: z.ZodMiniType): Json {
      const id = idOf(schema);
      return id.startsWith(NAMELESS) ? (written[id] ?? {}) : { $ref: `${PLACE}${id}` };
    },

    /** The fields of an object, for parameters. */
    fields(schema: z.ZodMiniType) {
      const { properties = {}, required = [] } = (written[idOf(schema)] ?? {}) as {
        properties?: Record<string, Json>;
        required?: string[];
      };
      return Object.entries(properties).map(([name, field]) => ({
        name,
        schema: field,
        type: (written[String(field.$ref).slice(PLACE.length)] ?? field).type,
        required: required.includes(name),
      }));
    },

    /** The reachable schemas. */
    reachedFrom(root: unknown): Record<string, Json> {
      const reached = new Map<string, Json>();
      const visit = (from: unknown) => {
        for (const ref of refsIn(from)) {
          const name = ref.startsWith(PLACE) ? ref.slice(PLACE.length) : '';
          const schema = written[name];
          if (!schema || reached.has(name)) continue;
          reached.set(name, schema);
          visit(schema);
        }
      };
      visit(root);
      return Object.fromEntries([...reached].sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}
export type Schemas = ReturnType<typeof writeSchemas>;
