import type { AnyUser } from '@manoboard/contract/account/any-user';
import type { AlertReach } from '@manoboard/contract/alert/alert-delivery';
import { isMissed, missingWays } from '@manoboard/domain/alerts/delivery/reach';
import { IconAlertTriangle, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { reachQuery } from '../../../device/alert-reach.ts';
import { config } from '../../../lib/page/config.ts';
import { paths } from '../../../lib/page/paths.ts';
import { ResendLink } from './email-actions.tsx';

/** Shown on every page: the address of a new account is not confirmed, or alarms cannot be delivered. */
export function AccountNotices({ user }: { user: AnyUser }) {
  const { data: reach } = useQuery(reachQuery);
  return (
    <>
      {user.email_confirmed === false && (
        <EmailNotice email={user.pending_email ?? user.email} reach={reach} />
      )}
      {reach && <InstallationNotice reach={reach} />}
      {reach && user.email_confirmed !== false && <OwnNotice reach={reach} />}
    </>
  );
}

/**
 * R4.3d: until the address is confirmed, alerts do not come to it either. One line with one action: while nothing reaches the
 * user, notifications of this phone, which need no mail; the notifications page sends the link again.
 */
function EmailNotice({ email, reach }: { email: string; reach: AlertReach | undefined }) {
  const t = useTranslations('profile');
  const auth = useTranslations('auth');
  const router = useRouter();
  const { service, folder } = reach?.mail ?? { service: 'server', folder: null };
  if (reach?.own && isMissed(reach.own))
    return (
      <NoticeLine text={t('reach.silent')} isAlarming>
        <Link to={paths.notifications}>{t('reach.turnOn')}</Link>
      </NoticeLine>
    );
  const where = service !== 'files' ? 'unconfirmed' : folder === null ? 'unconfirmedAsk' : 'unconfirmedFile';
  return (
    <NoticeLine text={t(where, { email, folder: folder ?? '' })}>
      {config.demo?.has_mailbox ? (
        <Link to={paths.mailbox}>{auth('mailboxOpen')}</Link>
      ) : (
        service !== 'files' && <ResendLink email={email} onChanged={() => router.invalidate()} />
      )}
    </NoticeLine>
  );
}

interface LineProps {
  text: string;
  isAlarming?: boolean;
  children: ReactNode;
}

const NoticeLine = ({ text, isAlarming, children }: LineProps) => (
  <div
    className={`mb-4 flex items-center gap-x-3 rounded-lg border px-4 py-2 text-md ${isAlarming ? 'border-stop bg-stop-soft text-stop-ink [&_a]:underline' : 'border-line bg-card text-dim [&_:is(a,button)]:text-link'}`}
    role="status"
  >
    {isAlarming ? (
      <IconAlertTriangle className="flex-none" size={20} stroke={1.8} aria-hidden />
    ) : (
      <IconMail className="flex-none" size={20} stroke={1.7} aria-hidden />
    )}
    <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
    <span className="flex-none font-medium [&_a]:inline-flex [&_a]:min-h-9 [&_a]:items-center pointer-coarse:[&_a]:min-h-11">
      {children}
    </span>
  </div>
);

/** For a receiver of alerts: none of their channels works. */
function OwnNotice({ reach: { own, mail } }: { reach: AlertReach }) {
  const t = useTranslations('profile.reach');
  if (own === null || !isMissed(own)) return null;
  const ways = [...new Set(missingWays(own))];
  return (
    <div
      className="group/notice flex items-center flex-wrap text-md text-dim rounded-lg bg-card border border-line gap-y-2 gap-x-2.5 px-4 py-2.5 mb-4 data-alarming:bg-stop-soft data-alarming:text-stop-ink data-alarming:border-stop"
      data-alarming
      role="alert"
    >
      <IconAlertTriangle className="flex-none" size={20} stroke={1.8} aria-hidden />
      <span className="min-w-0 wrap-anywhere flex-[1_1_14rem]">
        <b>{t('own')}</b> {ways.map((way) => t(`way.${way}`)).join(', ')}.{' '}
        {mail.service === 'files' && t('remedy')}
      </span>
      <span className="flex items-center flex-wrap gap-y-1 gap-x-3 [&_a]:inline-flex [&_a]:items-center [&_a]:min-h-9 [&_a]:cursor-pointer [&_a]:text-link [&_a]:text-md [&_a]:font-medium [&_a]:text-left pointer-coarse:[&_a]:min-h-11 min-w-0 wrap-anywhere flex-[1_1_14rem] group-data-alarming/notice:[&_:is(a,_button:not(:disabled))]:text-inherit group-data-alarming/notice:[&_:is(a,_button:not(:disabled))]:underline">
        <Link to={paths.notifications}>{t('open')}</Link>
      </span>
    </div>
  );
}

/** For Super Sellers: the server delivers no mails, or alarms reached nobody. */
function InstallationNotice({ reach }: { reach: AlertReach }) {
  const t = useTranslations('profile.reach');
  const { dateTime } = useFormatter();
  const { installation, mail } = reach;
  if (!installation) return null;
  const { undelivered_alerts: alerts, unreached_owners: owners } = installation;
  const isSilent = mail.service === 'files' && owners > 0;
  if (!isSilent && alerts === 0 && mail.failing_since === null) return null;
  const since = mail.failing_since === null ? undefined : new Date(mail.failing_since * 1000);
  return (
    <div
      className="group/notice flex items-center flex-wrap text-md text-dim rounded-lg bg-card border border-line gap-y-2 gap-x-2.5 px-4 py-2.5 mb-4 data-alarming:bg-stop-soft data-alarming:text-stop-ink data-alarming:border-stop"
      data-alarming
      role="alert"
    >
      <IconAlertTriangle className="flex-none" size={20} stroke={1.8} aria-hidden />
      <span className="min-w-0 wrap-anywhere flex-[1_1_14rem]">
        <b>
          {since
            ? t('failing', { time: dateTime(since, { dateStyle: 'medium', timeStyle: 'short' }) })
            : t(mail.service === 'files' ? 'noMail' : 'undelivered')}
        </b>{' '}
        {owners > 0 && t('owners', { n: owners })} {alerts > 0 && t('alerts', { n: alerts })}
      </span>
      <span className="flex items-center flex-wrap gap-y-1 gap-x-3 [&_a]:inline-flex [&_a]:items-center [&_a]:min-h-9 [&_a]:cursor-pointer [&_a]:text-link [&_a]:text-md [&_a]:font-medium [&_a]:text-left pointer-coarse:[&_a]:min-h-11 min-w-0 wrap-anywhere flex-[1_1_14rem] group-data-alarming/notice:[&_:is(a,_button:not(:disabled))]:text-inherit group-data-alarming/notice:[&_:is(a,_button:not(:disabled))]:underline">
        <Link to={paths.installation}>{t('installation')}</Link>
      </span>
    </div>
  );
}
