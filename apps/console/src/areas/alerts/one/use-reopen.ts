import type { Alert } from '@manoboard/contract/alert/alert';
import { alertCalls } from '@manoboard/contract/alert/alert.calls';
import { useTranslations } from 'use-intl';
import { request } from '../../../lib/http/http.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import { deviceNameOf } from './alert-facts.ts';

/**
 * R7.4: opens resolved alerts again, each by its own request. `isUndo`: only the resolution that this page saw, since
 * another person may have resolved the alert anew.
 */
export function useReopen(onChanged: (alert: Alert) => void) {
  const t = useTranslations('alerts');
  const problemText = useProblemText();
  return async (alerts: readonly Alert[], isUndo = false) => {
    for (const alert of alerts) {
      const known = isUndo && alert.resolved_timestamp !== null;
      const body = known ? { resolved_timestamp: alert.resolved_timestamp ?? 0 } : {};
      try {
        const answer = await request(alertCalls.reopenAlert, { params: { id: `${alert.id}` }, body });
        if (!answer) return;
        onChanged(answer);
        toast(t('reopened'), { device: deviceNameOf(alert) });
      } catch (error) {
        toast(problemText(error), { kind: 'warning', device: deviceNameOf(alert) });
      }
    }
  };
}
