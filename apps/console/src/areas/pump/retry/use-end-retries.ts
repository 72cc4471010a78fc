import { useTranslations } from 'use-intl';
import { useRefusalText } from '../../../device/commands/use-refusal-text.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { sendEndRetries } from './api.ts';

/** R5.11: "do not try again" is a stop: it never asks. Its failure is shown, since the board still starts the pump. */
export function useEndRetries(deviceId: string) {
  const t = useTranslations('pump.retry');
  const refusalText = useRefusalText();
  const { run, isSending, error } = useAction({ send: () => sendEndRetries(deviceId) });
  return { end: () => void run(), isSending, problem: error && `${t('failed')} ${refusalText(error)}` };
}
