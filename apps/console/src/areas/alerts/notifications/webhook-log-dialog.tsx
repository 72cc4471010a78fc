import type { Webhook } from '@manoboard/contract/alert/webhook';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { webhookCallsQuery } from './api.ts';
import { useResultText } from './last-result.tsx';

/** The last calls of a webhook: when, how long, with what result and answer. */
export function WebhookLogDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  const resultText = useResultText();
  const query = useQuery(webhookCallsQuery(webhook.id));
  return (
    <Dialog
      title={t('notifications.webhook.log')}
      subject={webhook.name}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <QueryStates query={query} empty={<Notice title={t('notifications.webhook.noCalls')} />}>
        {(calls) => (
          <ol className="grid gap-4 mt-2 [&_code]:px-3 [&_code]:py-2 [&_code]:border [&_code]:border-line [&_code]:rounded-md [&_code]:bg-inset [&_code]:text-sm [&_code]:wrap-anywhere [&_[data-failed]]:text-stop-ink">
            {calls.map((call) => (
              <li className="grid gap-1 text-sm text-dim" key={call.id}>
                <span className="flex justify-between gap-4">
                  <strong
                    className="text-md font-semibold text-ink"
                    data-failed={call.failure !== null || undefined}
                  >
                    {resultText(call)}
                  </strong>
                  <span>{t('notifications.webhook.duration', { ms: call.duration_ms })}</span>
                </span>
                <span>
                  {dateTime(new Date(call.at * 1000), { dateStyle: 'medium', timeStyle: 'medium' })}
                  {call.is_test && ` · ${t('notifications.webhook.isTest')}`}
                </span>
                {call.answer && <code>{call.answer}</code>}
              </li>
            ))}
          </ol>
        )}
      </QueryStates>
    </Dialog>
  );
}
