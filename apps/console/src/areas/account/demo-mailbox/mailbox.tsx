import { demoCalls } from '@manoboard/contract/installation/demo.calls';
import type { DemoMail } from '@manoboard/contract/installation/demo-mail';
import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { request } from '../../../lib/http/http.ts';
import { startPolling } from '../../../lib/http/polling.ts';
import { Heading } from '../../../ui/heading.tsx';
import { Notice } from '../../../ui/notice.tsx';

const INTERVAL_MS = 3000;

function useMails() {
  const [mails, setMails] = useState<DemoMail[]>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(
    () =>
      startPolling({
        request: (signal) => request(demoCalls.demoMails, { signal }),
        target: () => (latest) => {
          setMails(latest);
          setHasFailed(false);
        },
        onFailure: () => setHasFailed(true),
        intervalMs: INTERVAL_MS,
      }),
    [],
  );
  return { mails, hasFailed };
}

/** Renders URLs as links. */
function MailText({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/\S+)/);
  return (
    <p className="wrap-anywhere border-t border-line p-4 leading-relaxed whitespace-pre-wrap">
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          <a className="underline text-link" key={part} href={part}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}

function MailRow({ mail }: { mail: DemoMail }) {
  const { dateTime } = useFormatter();
  const time = dateTime(new Date(mail.sent_at * 1000), { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <li>
      <details className="border border-line rounded-md bg-inset [&_summary]:grid [&_summary]:gap-0.5 [&_summary]:min-h-11 [&_summary]:px-4 [&_summary]:py-2.5 [&_summary]:cursor-pointer [&_summary]:content-center">
        <summary>
          <strong>{mail.subject}</strong>
          <span className="text-md text-dim">
            {mail.to} · {time}
          </span>
        </summary>
        <MailText text={mail.text} />
      </details>
    </li>
  );
}

/** R3.4, R4.3d: polls the mails that the demo would have sent. */
export function Mailbox() {
  const t = useTranslations();
  const { mails, hasFailed } = useMails();
  return (
    <>
      <Heading title={t('auth.mailbox')} text={t('auth.mailboxLead')} />
      {hasFailed && <Notice role="alert" title={t('auth.mailboxFailed')} />}
      {!mails && !hasFailed && <p role="status">{t('app.loading')}</p>}
      {mails?.length === 0 && <Notice title={t('auth.mailboxEmpty')} />}
      <ul className="grid gap-2 my-4">
        {mails?.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </ul>
    </>
  );
}
