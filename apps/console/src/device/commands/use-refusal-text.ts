import { useTranslations } from 'use-intl';
import { HttpProblem, UnknownOutcome } from '../../lib/http/http-problem.ts';
import { useLockOutText } from '../lock-out.ts';

/** Codes without a cause: the board's reason is added. All other texts include it. */
const UNEXPLAINED: readonly string[] = ['REJECTED', 'FAILED'];

/** Why a command was refused or failed, without what is known about its outcome. */
function useReasonText() {
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

/** Why a command was refused or failed; R5.13: if its outcome is unknown, that and what to do next. */
export function useRefusalText() {
  const t = useTranslations('control');
  const reasonText = useReasonText();
  return (error: unknown): string => {
    const reason = reasonText(error);
    return error instanceof UnknownOutcome ? `${reason} ${t('outcomeUnknown')}. ${t('checkFirst')}` : reason;
  };
}

/** The board has answered: the write was sent, whatever came of it. */
const hasReachedBoard = ({ code, problem }: HttpProblem) =>
  UNEXPLAINED.includes(code) || problem?.reason !== undefined;

/** R5.6, R5.13: the message of a write that was not applied; "not sent" only if nothing was sent. */
export function useWriteFailure() {
  const t = useTranslations();
  const reasonText = useReasonText();
  return (error: unknown): { message: string; reason: string } => {
    const reason = reasonText(error);
    if (error instanceof UnknownOutcome)
      return { message: t('control.outcomeUnknown'), reason: `${reason} ${t('control.checkFirst')}` };
    const isSent = error instanceof HttpProblem && hasReachedBoard(error);
    return { message: t(isSent ? 'pressure.notConfirmed' : 'pressure.notSent'), reason };
  };
}
