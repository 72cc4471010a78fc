import type { AnyUser } from '@manoboard/contract/account/any-user';
import type { Webhook } from '@manoboard/contract/alert/webhook';
import {
  IconAlertTriangle,
  IconBellRinging,
  IconCheck,
  IconDeviceMobile,
  IconMail,
  IconMinus,
  IconQuestionMark,
  IconWebhook,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { notificationsQuery, webhooksQuery } from './api.ts';
import { ChannelCard } from './channel-card.tsx';
import { BrowserResult, CallResult } from './last-result.tsx';
import { TestButton } from './test-button.tsx';
import type { PushView } from './use-push.ts';
import { useBrowserName } from './use-push.ts';

const icon = { size: 15, stroke: 2.2, 'aria-hidden': true } as const;
const large = { size: 20, stroke: 1.7 } as const;
const states = {
  fine: { tone: 'run', icon: <IconCheck {...icon} /> },
  failing: { tone: 'stop', icon: <IconAlertTriangle {...icon} /> },
  off: { tone: 'off', icon: <IconMinus {...icon} /> },
  unknown: { tone: 'off', icon: <IconQuestionMark {...icon} /> },
} as const;

interface Props {
  user: AnyUser;
  push: PushView;
  onAddWebhook: () => void;
}

/** The three channels side by side. */
export const ChannelCards = ({ user, push, onAddWebhook }: Props) => (
  <div className="grid gap-gutter min-w-0 grid-cols-[repeat(auto-fit,minmax(min(100%,19rem),1fr))]">
    <MailCard user={user} />
    <PushCard push={push} />
    <WebhookCard onAdd={onAddWebhook} />
  </div>
);

function MailCard({ user }: { user: AnyUser }) {
  const t = useTranslations('notifications.mail');
  const { data } = useQuery(notificationsQuery);
  const target = data?.targets.find(({ channel }) => channel === 'mail');
  const { email, email_confirmed: isConfirmed = true } = user;
  const isFile = data?.mail_service === 'files';
  const isFine = isConfirmed && !isFile;
  return (
    <ChannelCard
      id="channel-mail"
      icon={<IconMail {...large} />}
      title={t('title')}
      target={email}
      state={{
        ...states[isFine ? 'fine' : 'failing'],
        text: t(!isConfirmed ? 'off' : isFile ? 'notSent' : 'on'),
      }}
      result={t(isFile ? 'files' : isConfirmed ? 'hint' : 'unconfirmed')}
      isFailed={!isFine}
      action={
        target && !isFile && <TestButton test={{ channel: 'mail', target: target.id }} name={t('title')} />
      }
    />
  );
}

function PushCard({ push }: { push: PushView }) {
  const t = useTranslations('notifications.push');
  const nameOf = useBrowserName();
  const { browsers, here, own, isChanging } = push;
  const rows = browsers.data;
  const failed = rows?.find(({ failure }) => failure !== null);
  const shown = failed ?? here ?? rows?.[0];
  const state = !rows ? 'unknown' : failed ? 'failing' : rows.length > 0 ? 'fine' : 'off';
  const texts = {
    unknown: t('unknown'),
    failing: t('failing'),
    fine: t('count', { n: rows?.length ?? 0 }),
    off: t('off'),
  };
  return (
    <ChannelCard
      id="channel-push"
      icon={<IconDeviceMobile {...large} />}
      title={t('title')}
      target={
        rows ? rows.map(({ user_agent }) => nameOf(user_agent)).join(' · ') || t('nowhere') : t('noAnswer')
      }
      state={{ ...states[state], text: texts[state] }}
      result={shown ? <BrowserResult browser={shown} /> : t('hint')}
      isFailed={failed !== undefined}
      action={
        here ? (
          <TestButton test={{ channel: 'push', target: `${here.id}` }} name={t('title')} />
        ) : (
          own?.support === 'ok' &&
          rows && (
            <Button
              size="sm"
              icon={<IconBellRinging size={16} stroke={1.8} aria-hidden />}
              aria-disabled={isChanging}
              onClick={push.turnOn}
            >
              {t('turnOn')}
            </Button>
          )
        )
      }
    />
  );
}

const hostOf = ({ url }: Webhook) => (URL.canParse(url) ? new URL(url).host : url);

function WebhookCard({ onAdd }: { onAdd: () => void }) {
  const t = useTranslations('notifications.webhook');
  const { data: webhooks } = useQuery(webhooksQuery);
  const failed = webhooks?.find(({ last_call }) => last_call && last_call.failure !== null);
  const shown = failed ?? webhooks?.[0];
  const state = !webhooks ? 'unknown' : failed ? 'failing' : shown ? 'fine' : 'off';
  const texts = {
    unknown: t('unknown'),
    failing: t('failing'),
    fine: t('count', { n: webhooks?.length ?? 0 }),
    off: t('off'),
  };
  return (
    <ChannelCard
      id="channel-webhook"
      icon={<IconWebhook {...large} />}
      title={t('title')}
      target={shown ? hostOf(shown) : t(webhooks ? 'nowhere' : 'noAnswer')}
      state={{ ...states[state], text: texts[state] }}
      result={shown ? <CallResult call={shown.last_call} /> : t('hint')}
      isFailed={failed !== undefined}
      action={
        shown ? (
          <TestButton
            test={{ channel: 'webhook', target: `${shown.id}` }}
            name={shown.name}
            isRetry={failed !== undefined}
          />
        ) : (
          webhooks && (
            <Button size="sm" variant="default" onClick={onAdd}>
              {t('add')}
            </Button>
          )
        )
      }
    />
  );
}
