import type { ManagedUser } from '@manoboard/contract/account/staff';
import { useQueryClient } from '@tanstack/react-query';
import { useConfirmation } from '../../../lib/forms/use-confirmation.ts';
import { toast } from '../../../lib/page/toast.ts';
import { showChanged } from './api.ts';
import { useActionProblem } from './use-action-problem.ts';

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
  const form = useConfirmation(async () => {
    try {
      const changed = await send();
      if (!changed) return;
      void showChanged(queryClient, changed);
      onClose();
      toast(done, { device: user.email });
    } catch (error) {
      void showChanged(queryClient);
      throw error;
    }
  });
  return { ...form, problem: actionProblem(form.problemCode, form.problem) };
}
