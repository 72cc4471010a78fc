import type * as z from 'zod/mini';
import { Reading } from './reading.ts';
import { count, ts, v } from './wire.ts';

type Check = (value: unknown) => boolean;

interface NumberRules {
  type: string;
  format?: string;
  checks?: { _zod: { def: { check: string; value?: unknown; inclusive?: boolean } } }[];
}

/** Type and bounds taken from the schema; an unknown check falls back to the schema. */
function numberCheck(schema: z.ZodMiniType): Check {
  const { type, format, checks = [] }: NumberRules = schema._zod.def as NumberRules;
  let [lowest, highest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let isKnown = type === 'number' && (format === undefined || format === 'safeint');
  for (const { _zod } of checks) {
    const { check, value, inclusive } = _zod.def;
    if (typeof value !== 'number' || !inclusive) isKnown = false;
    else if (check === 'greater_than') lowest = Math.max(lowest, value);
    else if (check === 'less_than') highest = Math.min(highest, value);
    else isKnown = false;
  }
  const isWhole = format === 'safeint';
  return (value) =>
    isKnown &&
    typeof value === 'number' &&
    value >= lowest &&
    value <= highest &&
    (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value));
}

const [version] = v._zod.def.values;
const isFlag: Check = (value) => value === 0 || value === 1;
const READING_CHECKS = new Map<string, Check>(
  Object.entries(Reading.shape).map(([name, schema]) => [name, numberCheck(schema)]),
);

const isReading: Check = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const name in value)
    if (!READING_CHECKS.get(name)?.((value as Record<string, unknown>)[name])) return false;
  return true;
};

const FRAME_CHECKS = new Map<string, Check>([
  ['v', (value) => value === version],
  ['boot', numberCheck(count)],
  ['seq', numberCheck(count)],
  ['ts', numberCheck(ts)],
  ['fc', isFlag],
  ['d', isReading],
]);

/**
 * Fast path: true only if the schema `Tele` accepts this parsed JSON unchanged. False is inconclusive: then the schema
 * decides. Almost every message is such a frame, and the schema takes a quarter of the ingest time.
 */
export function isPlainFrame(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  let known = 0;
  for (const name in json) {
    if (!FRAME_CHECKS.get(name)?.((json as Record<string, unknown>)[name])) return false;
    known++;
  }
  return known === FRAME_CHECKS.size;
}
