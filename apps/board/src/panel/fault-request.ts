import { type FaultName, type FaultParameter, parametersOf } from '../faults/faults.ts';

/** Requested state of a fault; missing numbers take their default. */
type FaultRequest = { on: true; params: Record<string, number> } | { on: false };
export type FaultAnswer = { ok: true; operation: FaultRequest } | { ok: false; error: string };

const no = (error: string): FaultAnswer => ({ ok: false, error });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function refuseNumber(key: string, value: unknown, { low, high, unit, isWhole }: FaultParameter) {
  const inUnit = unit ? ` ${unit}` : '';
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${key} must be a number.`;
  if (value < low || value > high)
    return `${key} must be from ${low} to ${high}${inUnit}, but it is ${value}.`;
  return isWhole && !Number.isInteger(value)
    ? `${key} must be a whole number, but it is ${value}.`
    : undefined;
}

function refuseParams(name: FaultName, params: Record<string, unknown>): string | undefined {
  const known = parametersOf(name);
  for (const [key, value] of Object.entries(params)) {
    const parameter = Object.hasOwn(known, key) ? known[key] : undefined;
    if (!parameter) return `${name} has no number ${key}.`;
    const wrong = refuseNumber(key, value, parameter);
    if (wrong) return wrong;
  }
  return undefined;
}

/** Strict: any unknown or invalid part refuses the whole request. */
export function parseFaultRequest(name: FaultName, body: unknown): FaultAnswer {
  if (!isRecord(body)) return no('The body must be an object like {"on": true}.');
  const stranger = Object.keys(body).find((key) => key !== 'on' && key !== 'params');
  if (stranger !== undefined) return no(`The body must not hold ${JSON.stringify(stranger)}.`);
  const { on, params = {} } = body;
  if (typeof on !== 'boolean') return no('on must be true or false.');
  if (!isRecord(params)) return no('params must be an object.');
  if (!on)
    return 'params' in body
      ? no('A fault that is switched off has no params.')
      : { ok: true, operation: { on } };
  const wrong = refuseParams(name, params);
  return wrong ? no(wrong) : { ok: true, operation: { on, params: params as Record<string, number> } };
}
