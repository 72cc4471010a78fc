import type { FieldProblem } from '@manoboard/contract/http/problem';
import type { Messages } from '@manoboard/i18n/messages';
import { useTranslations } from 'use-intl';
import * as z from 'zod/mini';
import { HttpProblem, type HttpProblemCode } from './http-problem.ts';

/** What is wrong with a field or with the whole form: the key of its sentence. */
export type ErrorKey = `validation.${keyof Messages['validation']}` | `problem.${HttpProblemCode}`;
export type FieldErrors<Field extends string> = Partial<Record<Field, ErrorKey>>;

/** The schemas' messages are keys of `validation.*`; one that the locale files do not know is plainly invalid. */
const validationKey = (message: string) => `validation.${message}` as ErrorKey;

/** First problem of each field, by the schema that the server applies too (R3.2). */
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
  /** What concerns no field of the form. */
  form: ErrorKey | undefined;
}

/** Where the server's "no" belongs: beside the fields that it names, else above the form. */
export function refusalOf<Field extends string>(
  error: unknown,
  fields: readonly Field[],
  byCode: Partial<Record<HttpProblemCode, Field>> = {},
): Refusal<Field> {
  if (!(error instanceof HttpProblem)) return { fields: {}, form: 'problem.UNKNOWN' };
  const named = byCode[error.code];
  if (named) return { fields: { [named]: `problem.${error.code}` } as FieldErrors<Field>, form: undefined };

  const detail = error.problem?.detail;
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
