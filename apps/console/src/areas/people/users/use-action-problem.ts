import { useTranslations } from 'use-intl';
import type { HttpProblemCode } from '../../../lib/http/http-problem.ts';

/** The row shows a user or device that another person has removed meanwhile. */
const STALE_CODES: readonly HttpProblemCode[] = ['USER_NOT_FOUND', 'DEVICE_NOT_FOUND'];

/** The text of a failed action. After a lost connection the change may have been made, so the text does not deny it. */
export function useActionProblem() {
  const t = useTranslations('users');
  return (code: HttpProblemCode | undefined, problem: string | undefined): string | undefined => {
    if (!problem || !code) return problem;
    if (code === 'NETWORK') return t('noAnswer');
    return STALE_CODES.includes(code) ? t('stale') : problem;
  };
}
