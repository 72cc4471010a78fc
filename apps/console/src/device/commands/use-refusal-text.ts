import { useTranslations } from 'use-intl';
import { HttpProblem } from '../../lib/http/http-problem.ts';
import { useLockOutText } from '../lock-out.ts';

/** Codes without a cause: the board's reason is added. All other texts include it. */
const UNEXPLAINED: readonly string[] = ['REJECTED', 'FAILED'];

/** Why a command was refused or failed. */
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
