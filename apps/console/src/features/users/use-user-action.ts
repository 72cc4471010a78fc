import type { ManagedUser } from '@manoboard/contract/nouns/staff';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { HttpProblemCode } from '../../lib/http-problem.ts';
import { toast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { showChanged } from './api.ts';

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

interface Settings {
  user: ManagedUser;
  /** Undefined when the session is over. */
  send: () => Promise<ManagedUser | undefined>;
  done: string;
  onClose: () => void;
}

/** A confirmed action on a user. A refusal names its reason; a stale row is explained and loaded again. */
export function useUserAction({ user, send, done, onClose }: Settings) {
  const actionProblem = useActionProblem();
  const queryClient = useQueryClient();
  const form = useForm({
    initial: {},
    validate: () => ({}),
    send: async () => {
      try {
        const changed = await send();
        if (!changed) return;
        void showChanged(queryClient, changed);
        onClose();
        void toast(done, { device: user.email });
      } catch (error) {
        void showChanged(queryClient);
        throw error;
      }
    },
  });
  return { ...form, problem: actionProblem(form.problemCode, form.problem) };
}
