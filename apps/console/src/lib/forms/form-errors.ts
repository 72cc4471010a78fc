import type { FieldProblem } from '@manoboard/contract/http/problem';
import type { Messages } from '@manoboard/i18n/messages';
import { useTranslations } from 'use-intl';
import * as z from 'zod/mini';
import { HttpProblem, type HttpProblemCode } from '../http/http-problem.ts';

/** Message key of the error of a field or of the whole form. */
export type ErrorKey = `validation.${keyof Messages['validation']}` | `problem.${HttpProblemCode}`;
export type FieldErrors<Field extends string> = Partial<Record<Field, ErrorKey>>;

/** Messages of the schemas are keys of `validation.*`; an unknown key displays as `validation.invalid`. */
const validationKey = (message: string) => `validation.${message}` as ErrorKey;

/** R3.2: the first error of each field; the server validates with the same schema. */
export function schemaErrors<Field extends string>(
  schema: z.ZodMiniType,
  values: Record<Field, unknown>,
): FieldErrors<Field> {
  const parsed = z.safeParse(schema, values);
  const errors: FieldErrors<Field> = {};
  for (const issue of parsed.error?.issues ?? []) {
    const field = issue.path[0] as Field;
    errors[field] ??= validationKey(issue.message);
  }
  return errors;
}

const fieldOf = ({ loc }: FieldProblem) => loc.findLast((part) => typeof part === 'string');

export interface Refusal<Field extends string> {
  fields: FieldErrors<Field>;
  /** Error of the whole form, when no field has one. */
  form: ErrorKey | undefined;
}

/** Maps a refused request to the fields that the server names, else to the whole form. */
export function refusalOf<Field extends string>(
  error: unknown,
  fields: readonly Field[],
  byCode: Partial<Record<HttpProblemCode, Field>> = {},
): Refusal<Field> {
  if (!(error instanceof HttpProblem)) return { fields: {}, form: 'problem.UNKNOWN' };
  const detail = error.problem?.detail;
  const named = byCode[error.code];
  if (named) {
    const key = Object(detail).reason ? validationKey(Object(detail).reason) : `problem.${error.code}`;
    return { fields: { [named]: key } as FieldErrors<Field>, form: undefined };
  }

  const errors: FieldErrors<Field> = {};
  for (const row of Array.isArray(detail) ? detail : []) {
    const field = fields.find((name) => name === fieldOf(row));
    if (field) errors[field] ??= validationKey(row.msg);
  }
  const hasPlace = Object.keys(errors).length > 0;
  return { fields: errors, form: hasPlace ? undefined : `problem.${error.code}` };
}

export function useErrorText() {
  const t = useTranslations();
  return (key: unknown) => {
    if (typeof key !== 'string') return undefined;
    return t.has(key as ErrorKey) ? t(key as ErrorKey) : t('validation.invalid');
  };
}
