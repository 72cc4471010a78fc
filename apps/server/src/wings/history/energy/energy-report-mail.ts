import type { Energy } from '@manoboard/contract/history/energy';
import { type Locale, locales } from '@manoboard/contract/locales';
import { changeOf, trendOf } from '@manoboard/domain/energy/change';
import { translatorOf } from '@manoboard/i18n/translator';
import type { Mail } from '../../../mail/mailer.ts';

interface Content {
  /** Not the alias: no text of a user is in a mail. */
  deviceId: string;
  zone: string;
  energy: Energy;
  links: { report: string; settings: string };
}

/** Figures of a month with their units; a dash is unknown. */
function figureTexts({ total, settings }: Energy, tag: string) {
  const number = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(tag, options).format(value);
  const known = (value: number | null, text: (value: number) => string) =>
    value === null ? '–' : text(value);
  const minutes = Math.round((total.running_h ?? 0) * 60);
  return {
    kwh: known(total.kwh, (kwh) => `${number(kwh, { maximumFractionDigits: 1 })} kWh`),
    hours: known(
      total.running_h,
      () => `${Math.floor(minutes / 60)}:${`${minutes % 60}`.padStart(2, '0')} h`,
    ),
    starts: known(total.starts, (starts) => number(starts, {})),
    cost: known(total.cost, (cost) => number(cost, { style: 'currency', currency: settings.currency })),
    co2: known(total.co2_kg, (kg) => `${number(kg, { maximumFractionDigits: 1 })} kg`),
    measured: number(total.measured, { style: 'percent', maximumFractionDigits: 0 }),
  };
}

export function energyReportMail(
  to: string,
  locale: Locale,
  { deviceId, zone, energy, links }: Content,
): Mail {
  const t = translatorOf(locale);
  const { tag } = locales[locale];
  const date = new Intl.DateTimeFormat(tag, { timeZone: zone, month: 'long', year: 'numeric' });
  const month = date.format(energy.from * 1000);
  const change = changeOf(energy, 'kwh');
  const share = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  return {
    to,
    subject: t('mail.energyReport.subject', { device: deviceId, month }),
    text: t('mail.energyReport.text', {
      device: deviceId,
      month,
      ...figureTexts(energy, tag),
      ...links,
      change: change ? trendOf(change) : 'none',
      share: share.format(Math.abs(change?.share ?? 0)),
    }),
  };
}
