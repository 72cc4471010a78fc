import { HttpProblem } from '../http/http-problem.ts';
import { useForm } from './use-form.ts';

/** The form of a dialog or page without fields. */
export const useConfirmation = (send: () => Promise<void>) =>
  useForm({ initial: {}, validate: () => ({}), send });

/** Webhooks, logins and tokens: what somebody else has removed meanwhile counts as removed. */
export async function removeOnce(removing: Promise<unknown>): Promise<void> {
  await removing.catch((error: unknown) => {
    if (!(error instanceof HttpProblem) || error.code !== 'CHANNEL_NOT_FOUND') throw error;
  });
}
