import { useTranslations } from 'use-intl';
import { HttpProblem } from '../http-problem.ts';

/** Why a command was not done, in a sentence; the board's own reason follows the server's. */
export function useRefusalText() {
  const t = useTranslations();
  return (error: unknown): string => {
    if (!(error instanceof HttpProblem)) return t('problem.UNKNOWN');
    const reason = error.problem?.reason;
    return [t(`problem.${error.code}`), reason && t(`ack.${reason}`)].filter(Boolean).join(' ');
  };
}
