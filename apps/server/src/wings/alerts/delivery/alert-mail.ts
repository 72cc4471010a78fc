import { locales } from '@manoboard/contract/locales';
import { translatorOf } from '@manoboard/i18n/translator';
import type { Mail } from '../../../mail/mailer.ts';
import type { AlertItem, AlertMessage } from '../alert-channel.ts';
import { timeIn } from './alert-message.ts';

/** One alert of the mail: a heading, labelled lines and a link. */
interface Block {
  heading: string;
  lines: (readonly [label: string, value: string])[];
  /** Null for a recipient without an account. */
  url: string | null;
  takeUrl: string | null;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

function blockOf(item: AlertItem, { locale }: AlertMessage, isRecipient: boolean): Block {
  const t = translatorOf(locale);
  const { deviceId, deviceName, address, title, water, text, nextStep, raisedAtS, timeZone, url, takeUrl } =
    item;
  const device = deviceName === deviceId ? deviceId : `${deviceName} (${deviceId})`;
  const lines: (readonly [string, string | null | undefined])[] = [
    [t('mail.alert.device'), deviceId && device],
    [t('mail.alert.address'), isRecipient ? null : address],
    [t('mail.alert.water'), water],
    [t('mail.alert.since'), timeIn(locale, timeZone)(raisedAtS)],
    [t('mail.alert.reason'), text],
    [t('mail.alert.next'), nextStep],
  ];
  return {
    heading: title,
    lines: lines.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
    url: isRecipient ? null : url,
    takeUrl: isRecipient ? null : takeUrl,
  };
}

type Labels = Record<'open' | 'take', string>;

const textOf = ({ heading, lines, url, takeUrl }: Block, { take }: Labels) =>
  [
    heading,
    ...lines.map(([label, value]) => `${label}: ${value}`),
    ...(url ? [url] : []),
    ...(takeUrl ? [`${take}: ${takeUrl}`] : []),
  ].join('\n');

const linkOf = (url: string, label: string) =>
  `<a href="${escapeHtml(url)}" style="color:#0a6c8f">${escapeHtml(label)}</a>`;

const htmlOf = ({ heading, lines, url, takeUrl }: Block, { open, take }: Labels) => `
<h2 style="margin:24px 0 8px;font-size:18px">${escapeHtml(heading)}</h2>
<table role="presentation" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${lines
  .map(
    ([label, value]) =>
      `<tr><td style="padding:2px 16px 2px 0;vertical-align:top;color:#5c6b73;white-space:nowrap">${escapeHtml(label)}</td>` +
      `<td style="padding:2px 0">${escapeHtml(value)}</td></tr>`,
  )
  .join('')}</table>
<p style="margin:8px 0">${[...(url ? [linkOf(url, open)] : []), ...(takeUrl ? [linkOf(takeUrl, take)] : [])].join(' · ')}</p>`;

function subjectOf({
  severity: level,
  title,
  deviceName,
  locale,
  isTest,
  items,
  change,
}: AlertMessage): string {
  const t = translatorOf(locale);
  if (isTest) return title;
  if (items.length === 0 && change === 'cleared') return deviceName ? `${title}, ${deviceName}` : title;
  const severity = t(`mail.alert.${level}`);
  return deviceName
    ? t('mail.alert.subject', { severity, title, device: deviceName })
    : t('mail.alert.subjectInstallation', { severity, title });
}

/** An alert or a digest as a mail, in HTML and plain text. A recipient has no account: `settingsUrl` ends the mails. */
export function alertMail(to: string, message: AlertMessage, settingsUrl: string, isRecipient = false): Mail {
  const { locale, listed = [], unlisted = 0, messageId } = message;
  const t = translatorOf(locale);
  const blocks = (listed.length > 0 ? listed : [message]).map((item) => blockOf(item, message, isRecipient));
  const labels = { open: t('mail.alert.open'), take: t('mail.alert.take') };
  const more =
    unlisted > 0 ? [t('alertMessage.more', { n: unlisted }) + (isRecipient ? '' : `: ${message.url}`)] : [];
  const settings = t(isRecipient ? 'mail.alert.end' : 'mail.alert.settings');
  const html = `<!doctype html>
<html lang="${locales[locale].lang}"><body style="font:15px/1.5 system-ui,sans-serif;color:#1b2a31;max-width:640px">
${blocks.map((block) => htmlOf(block, labels)).join('\n')}
${more.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}
<p style="margin-top:32px;color:#5c6b73;font-size:13px">${escapeHtml(settings)} <a href="${escapeHtml(settingsUrl)}" style="color:#5c6b73">${escapeHtml(settingsUrl)}</a></p>
</body></html>`;
  return {
    to,
    subject: subjectOf(message),
    text: [
      ...blocks.map((block) => textOf(block, labels)),
      ...more,
      `${settings}\n${settingsUrl}`,
      'MaNoBoard',
    ].join('\n\n'),
    html,
    messageId,
    settingsUrl,
  };
}
