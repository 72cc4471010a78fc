import * as z from 'zod/mini';
import * as account from '../account/account.ts';
import * as staff from '../account/staff.ts';
import * as activity from '../activity/activity.ts';
import * as alert from '../alert/alert.ts';
import * as command from '../command/command.ts';
import * as device from '../device/device.ts';
import * as deviceAccess from '../device/device-access.ts';
import * as deviceConfig from '../device/device-config.ts';
import * as deviceConfigState from '../device/device-config-state.ts';
import * as state from '../device/device-state.ts';
import * as deviceZone from '../device/device-zone.ts';
import * as diagnostics from '../device/diagnostics.ts';
import * as firmwareRelease from '../firmware/firmware-release.ts';
import * as problem from '../http/problem.ts';
import * as inbox from '../inbox/inbox.ts';
import * as ackError from '../mqtt/ack-error.ts';
import * as event from '../mqtt/event.ts';
import * as firmware from '../mqtt/firmware.ts';
import * as reading from '../mqtt/reading.ts';
import * as text from '../text.ts';

export type Json = Record<string, unknown>;

/** Exports of these files keep their name in the document; every other schema is inlined. */
const NOUNS: readonly object[] = [
  account,
  ackError,
  activity,
  alert,
  command,
  device,
  deviceAccess,
  deviceConfig,
  deviceConfigState,
  deviceZone,
  diagnostics,
  event,
  firmware,
  firmwareRelease,
  inbox,
  problem,
  reading,
  staff,
  state,
  text,
];
const PLACE = '#/components/schemas/';
const NAMELESS = 'nameless-';

const isSchema = (value: unknown): value is z.ZodMiniType => value instanceof z.ZodMiniType;

/** Drops the bounds of JavaScript's safe integers. */
function dropIdleBounds({ jsonSchema }: { jsonSchema: Json }) {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function* refsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string') yield inner;
    else yield* refsIn(inner);
  }
}

/** The JSON schemas of all calls, generated together so that they can reference each other. */
export function writeSchemas(used: Iterable<z.ZodMiniType>) {
  const registry = z.registry<{ id: string }>();
  const register = (schema: z.ZodMiniType, id: string) => {
    if (!registry.has(schema)) registry.add(schema, { id });
  };
  for (const [name, value] of NOUNS.flatMap((noun) => Object.entries(noun)))
    if (isSchema(value)) register(value, name);
  let nameless = 0;
  for (const schema of used) register(schema, `${NAMELESS}${++nameless}`);
  const written = z.toJSONSchema(registry, {
    uri: (id) => `${PLACE}${id}`,
    io: 'input',
    unrepresentable: 'any',
    override: dropIdleBounds,
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
