import { WishedConfig } from '@manoboard/contract/device/device-config';
import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import type { Messages } from '@manoboard/i18n/messages';
import * as z from 'zod/mini';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { type ConfigField, type ConfigValues, changedFields, toConfig, toValues } from './config-fields.ts';

type ErrorKey = keyof Messages['config']['error'] | 'invalid';
/** The error of a field; `n` is the violated bound. */
export interface ConfigError {
  key: ErrorKey;
  n?: number;
}
export type ConfigErrors = Partial<Record<ConfigField, ConfigError>>;

const FIELDS = Object.keys(toValues({})) as ConfigField[];
const MESSAGE_KEYS: readonly string[] = [
  'min_not_below_max',
  'half_bounds',
  'zero_span',
  'above_sensor',
  'out_of_range',
];

const fieldAt = (path: readonly PropertyKey[]) => FIELDS.find((field) => field === path.join('.'));

function errorOfIssue(issue: z.core.$ZodIssue): ConfigError {
  if (issue.code === 'invalid_type') return { key: 'number' };
  if (issue.code === 'too_small' && typeof issue.minimum === 'number' && issue.origin !== 'string')
    return { key: issue.inclusive ? 'least' : 'above', n: issue.minimum };
  if (issue.code === 'too_big' && typeof issue.maximum === 'number' && issue.origin !== 'string')
    return { key: 'most', n: issue.maximum };
  return errorOfMessage(issue.message);
}

const errorOfMessage = (message: string): ConfigError =>
  MESSAGE_KEYS.includes(message) ? { key: message as ErrorKey } : { key: 'invalid' };

/** The schema reports a min/max conflict at the lower field; show it at the upper field if only that was changed. */
function fieldForError(field: ConfigField, { key }: ConfigError, changed: ConfigField[]): ConfigField {
  if (key !== 'min_not_below_max' && key !== 'zero_span') return field;
  const upper = field.replace('.min', '.max') as ConfigField;
  return changed.includes(upper) && !changed.includes(field) ? upper : field;
}

/** R4.11: validates with the schema of the server; keeps the first error of each field. */
export function configErrors(values: ConfigValues, before: ConfigValues): ConfigErrors {
  const changed = changedFields(before, values);
  const errors: ConfigErrors = {};
  for (const issue of z.safeParse(WishedConfig, toConfig(values)).error?.issues ?? []) {
    const field = fieldAt(issue.path);
    if (!field) continue;
    const error = errorOfIssue(issue);
    errors[fieldForError(field, error, changed)] ??= error;
  }
  return errors;
}

/** The field errors of a 422 answer. */
export function serverErrors(error: unknown): ConfigErrors {
  const detail = error instanceof HttpProblem ? error.problem?.detail : undefined;
  const errors: ConfigErrors = {};
  for (const { loc, msg } of Array.isArray(detail) ? detail : []) {
    const field = fieldAt(loc.slice(2));
    if (field) errors[field] ??= errorOfMessage(msg);
  }
  return errors;
}

/** Why the board rejected the desired configuration, with the field if it named one. */
export function boardRejection({
  state,
  reported,
}: ConfigState): { field?: ConfigField; error: ConfigError } | undefined {
  if (state !== 'rejected' || !reported?.reason) return undefined;
  const field = reported.at === undefined ? undefined : fieldAt(reported.at.split('.'));
  return { ...(field && { field }), error: { key: reported.reason } };
}
