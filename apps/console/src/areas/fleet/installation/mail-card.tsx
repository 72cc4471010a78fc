import type { Installation, MailTest } from '@manoboard/contract/installation/installation';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { HttpProblem, type HttpProblemCode } from '../../../lib/http/http-problem.ts';
import { config } from '../../../lib/page/config.ts';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { sendTestMail } from './api.ts';
import { CheckCard } from './checks.tsx';
import classes from './installation.module.css';

type Outcome = { test: MailTest } | { problem: HttpProblemCode };

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
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function send() {
    setIsSending(true);
    setOutcome(undefined);
    try {
      const test = await sendTestMail();
      if (test) setOutcome({ test });
    } catch (error) {
      setOutcome({ problem: error instanceof HttpProblem ? error.code : 'UNKNOWN' });
    }
    setIsSending(false);
    onSent?.();
  }

  return (
    <div className={classes.action}>
      {outcome && <TestOutcome outcome={outcome} mail={mail} />}
      <Button
        variant="default"
        size="sm"
        leftSection={<IconSend size={17} stroke={1.8} aria-hidden />}
        aria-disabled={isSending}
        onClick={() => !isSending && void send()}
      >
        {t(isSending ? 'testing' : 'test')}
      </Button>
    </div>
  );
}

function TestOutcome({ outcome, mail }: { outcome: Outcome; mail: Installation['mail'] }) {
  const t = useTranslations();
  if ('problem' in outcome) return <FormNotice kind="problem">{t(`problem.${outcome.problem}`)}</FormNotice>;
  const { to, failure, detail } = outcome.test;
  const { server, folder } = mail;
  if (failure === null)
    return (
      <FormNotice kind="success">
        {folder === null
          ? t('installation.mail.sent', { to })
          : t('installation.mail.written', { to, folder })}
      </FormNotice>
    );
  return (
    <FormNotice kind="problem">
      {t(`installation.mail.failure.${failure}`, { to, server: server ?? '' })}
      {detail && <span className={classes.detail}>{t('installation.mail.detail', { detail })}</span>}
    </FormNotice>
  );
}
