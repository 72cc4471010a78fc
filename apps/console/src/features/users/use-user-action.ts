import type { ManagedUser } from '@manoboard/contract/nouns/staff';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { toast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { showChanged } from './api.ts';

/** The row shows a user, device or permission that another person has removed meanwhile. */
const STALE_CODES = ['USER_NOT_FOUND', 'DEVICE_NOT_FOUND'];

interface Settings {
  user: ManagedUser;
  /** Undefined when the session is over. */
  send: () => Promise<ManagedUser | undefined>;
  done: string;
  onClose: () => void;
}

/** A confirmed action on a user. A refusal names its reason; a stale row is explained and loaded again. */
export function useUserAction({ user, send, done, onClose }: Settings) {
  const t = useTranslations('users');
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
  const isStale = form.problemCode !== undefined && STALE_CODES.includes(form.problemCode);
  return { ...form, problem: isStale ? t('stale') : form.problem };
}
