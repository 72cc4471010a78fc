import { useTranslations } from 'use-intl';
import { toast } from '../page/toast.ts';
import { problemCodeOf } from './http-problem.ts';

/** Why a request was refused or failed. */
export function useProblemText() {
  const t = useTranslations('problem');
  return (error: unknown): string => t(problemCodeOf(error));
}

export function useProblemToast() {
  const problemText = useProblemText();
  return (error: unknown) => void toast(problemText(error), { kind: 'warning' });
}
