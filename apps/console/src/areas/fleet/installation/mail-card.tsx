import type { Installation, MailTest } from '@manoboard/contract/installation/installation';
import { IconSend } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { config } from '../../../lib/page/config.ts';
import { Button } from '../../../ui/button.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { sendTestMail } from './api.ts';
import { CheckCard } from './checks.tsx';

interface TestMailProps {
  mail: Installation['mail'];
  /** Called after each attempt, successful or not. */
  onSent?: () => void;
}

/** The mail settings, and a test mail to oneself. */
export function MailCard({ mail }: { mail: Installation['mail'] }) {
  const t = useTranslations('installation.mail');
  const { server, folder, from } = mail;
  return (
    <CheckCard
      id="installation-mail"
      title={t('title')}
      facts={[
        [t('server'), server ?? t('noServer')],
        [t('from'), from],
      ]}
      warnings={folder === null ? [] : [t(config.demo ? 'toFolder' : 'alertsToFolder', { folder })]}
      fine={t('fine')}
    >
      <TestMail mail={mail} />
    </CheckCard>
  );
}

/** Sends a test mail to oneself and shows its outcome in words. */
export function TestMail({ mail, onSent }: TestMailProps) {
  const t = useTranslations('installation.mail');
  const problemText = useProblemText();
  const { run, isSending, result, error } = useAction({
    send: sendTestMail,
    onSettled: () => onSent?.(),
  });
  return (
    <div className="grid gap-3 justify-items-start mt-4">
      {error && <FormNotice kind="problem">{problemText(error)}</FormNotice>}
      {result && <TestOutcome test={result} mail={mail} />}
      <Button
        variant="default"
        size="sm"
        icon={<IconSend size={17} stroke={1.8} aria-hidden />}
        aria-disabled={isSending}
        onClick={() => void run()}
      >
        {t(isSending ? 'testing' : 'test')}
      </Button>
    </div>
  );
}

function TestOutcome({ test, mail }: { test: MailTest; mail: Installation['mail'] }) {
  const t = useTranslations('installation.mail');
  const { to, failure, detail } = test;
  const { server, folder } = mail;
  if (failure === null)
    return (
      <FormNotice kind="success">
        {folder === null ? t('sent', { to }) : t('written', { to, folder })}
      </FormNotice>
    );
  return (
    <FormNotice kind="problem">
      {t(`failure.${failure}`, { to, server: server ?? '' })}
      {detail && <span className="block text-md wrap-anywhere mt-1">{t('detail', { detail })}</span>}
    </FormNotice>
  );
}
