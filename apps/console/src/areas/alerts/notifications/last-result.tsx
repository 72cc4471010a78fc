import type { PushBrowser } from '@manoboard/contract/alert/push-subscription';
import type { WebhookCall } from '@manoboard/contract/alert/webhook';
import { useTranslations } from 'use-intl';
import { roundAge, useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';

type Result = Pick<WebhookCall, 'failure' | 'status'>;

/** The status of a push service is not stored. */
export function useResultText() {
  const t = useTranslations('notifications');
  return ({ failure, status }: Result) => {
    if (failure === null) return t('accepted');
    return failure === 'status' && status === null
      ? t('rejected')
      : t(`failure.${failure}`, { status: status ?? 0 });
  };
}

function AgedResult({ atS, ...result }: Result & { atS: number }) {
  const t = useTranslations('notifications');
  const ageText = useAgeText();
  const textOf = useResultText();
  const ageS = useClock((nowS) => roundAge(Math.max(0, nowS - atS)));
  return t('result', { age: ageText(ageS, 'moment'), result: textOf(result) });
}

/** The result of the last call with its age. */
export function CallResult({ call }: { call: WebhookCall | null }) {
  const t = useTranslations('notifications');
  return call ? <AgedResult atS={call.at} failure={call.failure} status={call.status} /> : t('never');
}

/** The result of the last notification with its age. */
export function BrowserResult({ browser }: { browser: PushBrowser }) {
  const t = useTranslations('notifications');
  const { failure, failed_at, sent_at } = browser;
  const atS = failed_at ?? sent_at;
  return atS === null ? t('never') : <AgedResult atS={atS} failure={failure} status={null} />;
}
