import { useTranslations } from 'use-intl';
import { HttpProblem } from '../../lib/http-problem.ts';
import { useLockOutText } from '../lock-out.ts';

/** Codes that say only that it was not done: the board's reason tells more. All others include it. */
const UNEXPLAINED: readonly string[] = ['REJECTED', 'FAILED'];

/** Why a command was not done, in a sentence. */
export function useRefusalText() {
  const t = useTranslations();
  const lockOutText = useLockOutText();
  return (error: unknown): string => {
    if (!(error instanceof HttpProblem)) return t('problem.UNKNOWN');
    const reason = UNEXPLAINED.includes(error.code) ? error.problem?.reason : undefined;
    const tag = error.problem?.lock_out;
    return [t(`problem.${error.code}`), reason && t(`ack.${reason}`), tag && lockOutText(tag)]
      .filter(Boolean)
      .join(' ');
  };
}
