import type { NotificationTest } from '@manoboard/contract/alert/alert-delivery';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { toast } from '../../../lib/page/toast.ts';
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
  const [isSending, setIsSending] = useState(false);

  async function send() {
    setIsSending(true);
    try {
      const result = await sendTest(test);
      if (result?.sent) void toast(t('notifications.test.sent'));
      else if (result)
        void toast(t('notifications.test.failed', { reason: result.reason ?? '' }), { kind: 'warning' });
    } catch (error) {
      const code = error instanceof HttpProblem ? error.code : 'UNKNOWN';
      void toast(t(`problem.${code}`), { kind: 'warning' });
    }
    setIsSending(false);
    for (const { queryKey } of [pushBrowsersQuery, webhooksQuery])
      void queryClient.invalidateQueries({ queryKey });
  }

  const label = t(`notifications.test.${isSending ? 'sending' : isRetry ? 'retry' : 'send'}`);
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconSend size={16} stroke={1.8} aria-hidden />}
      aria-label={name === undefined ? undefined : `${label}: ${name}`}
      aria-disabled={isSending}
      onClick={() => !isSending && void send()}
    >
      {label}
    </Button>
  );
}
