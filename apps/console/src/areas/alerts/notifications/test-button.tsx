import type { NotificationTest } from '@manoboard/contract/alert/alert-delivery';
import { IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemToast } from '../../../lib/http/use-problem-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { pushBrowsersQuery, sendTest, webhooksQuery } from './api.ts';

interface Props {
  test: NotificationTest;
  /** Names the target, where several buttons are on one page. */
  name?: string;
  /** The last message failed. */
  isRetry?: boolean;
}

/** Sends a test through the real channel and shows the result. */
export function TestButton({ test, name, isRetry }: Props) {
  const t = useTranslations();
  const queryClient = useQueryClient();
  const { run, isSending } = useAction({
    send: () => sendTest(test),
    onDone: ({ sent, reason }) =>
      void (sent
        ? toast(t('notifications.test.sent'))
        : toast(t('notifications.test.failed', { reason: reason ?? '' }), { kind: 'warning' })),
    onFailed: useProblemToast(),
    onSettled() {
      for (const { queryKey } of [pushBrowsersQuery, webhooksQuery])
        void queryClient.invalidateQueries({ queryKey });
    },
  });

  const label = t(`notifications.test.${isSending ? 'sending' : isRetry ? 'retry' : 'send'}`);
  return (
    <Button
      variant="default"
      size="sm"
      icon={<IconSend size={16} stroke={1.8} aria-hidden />}
      aria-label={name === undefined ? undefined : `${label}: ${name}`}
      aria-disabled={isSending}
      onClick={() => void run()}
    >
      {label}
    </Button>
  );
}
