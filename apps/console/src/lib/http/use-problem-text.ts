import { useTranslations } from 'use-intl';
import { toast } from '../page/toast.ts';
import { HttpProblem, problemCodeOf } from './http-problem.ts';

/** Why a request was refused or failed. */
export function useProblemText() {
  const t = useTranslations('problem');
  return (error: unknown): string => t(problemCodeOf(error));
}

/** A 404 that does not name what is missing: the server has no such call. */
export const isNotOffered = (error: unknown): boolean => problemCodeOf(error) === 'NOT_FOUND';

/** Why data could not be loaded, and the next step. */
export function useLoadHint() {
  const t = useTranslations();
  const problemText = useProblemText();
  return (error: unknown): string => {
    const code = problemCodeOf(error);
    if (isNotOffered(error)) return t('app.notOffered');
    if (code === 'NETWORK') return t('app.unreachableHint');
    const field = error instanceof HttpProblem ? error.field : undefined;
    return field === undefined ? problemText(error) : `${problemText(error)} ${t('app.oddField', { field })}`;
  };
}

export function useProblemToast() {
  const problemText = useProblemText();
  return (error: unknown) => toast(problemText(error), { kind: 'warning' });
}
