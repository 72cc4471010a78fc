import type { PushPayload } from '@manoboard/contract/alert/push-payload';
import { locales } from '@manoboard/contract/locales';
import { HOUR_S } from '@manoboard/domain/time';
import { translatorOf } from '@manoboard/i18n/translator';
import type { RequestOptions } from 'web-push';
import type { AlertMessage } from '../alert-channel.ts';

/** A push service stores a notification for this long while the browser is off; then it is too old to be shown. */
const RULES: Record<AlertMessage['severity'], Pick<RequestOptions, 'TTL' | 'urgency'>> = {
  alarm: { TTL: 24 * HOUR_S, urgency: 'high' },
  warning: { TTL: 12 * HOUR_S, urgency: 'normal' },
};
/** Push services accept 4096 encrypted bytes; a character has up to four. */
const MAX_TITLE = 120;
const MAX_BODY = 600;

const cut = (text: string, max: number) => {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
};

const nameOf = ({ alertId, messageId }: AlertMessage) =>
  alertId === null ? `message-${messageId}` : `alert-${alertId}`;

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return cut(pathname + search, MAX_BODY);
};

export function payloadOf(message: AlertMessage): PushPayload {
  const { deviceName, deviceId, title, water, text, nextStep, url, takeUrl, locale, severity, raisedAtS } =
    message;
  const device = deviceName ?? deviceId;
  return {
    version: 1,
    title: cut(device === null ? title : `${device}: ${title}`, MAX_TITLE),
    body: cut([water, text, nextStep].filter(Boolean).join('\n'), MAX_BODY),
    path: pathOf(url),
    ...(takeUrl && { take: { path: pathOf(takeUrl), label: translatorOf(locale)('mail.alert.take') } }),
    tag: cut(nameOf(message), MAX_TITLE),
    lang: locales[locale].lang,
    is_urgent: severity === 'alarm',
    at: raisedAtS,
  };
}

/** The topic makes a newer message about the same alert replace one that was not delivered yet. */
export function requestOptionsOf(message: AlertMessage): Pick<RequestOptions, 'TTL' | 'urgency' | 'topic'> {
  if (message.isTest) return { TTL: 60, urgency: 'high' };
  const rule = RULES[message.severity];
  return message.alertId === null ? rule : { ...rule, topic: nameOf(message) };
}
