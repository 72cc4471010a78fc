import type { WaterReason, WaterState } from '@manoboard/contract/device/water';
import type { Locale } from '@manoboard/contract/locales';
import type { EventCode } from '@manoboard/contract/mqtt/event';
import type { Messages } from './messages.ts';

type Texts = Messages['water'];
type Part = 'headline' | 'reason' | 'was' | 'next' | 'short';
type Key = { [P in Part]: `water.${P}.${keyof Texts[P] & string}` };
type WaterKey = Key[keyof Key] | `boardEvent.${EventCode}`;

/** Formatter of a program: the console uses the language and zone of the page, the server those of the reader. */
export interface WaterFormatter {
  translate: (key: WaterKey, values?: Record<string, string>) => string;
  locale: Locale;
  /** Formats Unix seconds: "at 12:43", "tomorrow at 12:43", "on 20 November at 12:43". */
  moment: (seconds: number) => string;
}

export interface WaterText {
  /** "There is water": the first words of every place that shows a pump. */
  headline: string;
  /** The reason and the next event. */
  sentence: string;
  /** The reason in a few words, for a row of a list. */
  short: string;
}

/** The state says that there is water, but it will end. */
const isEnding = ({ kind, tone }: WaterState) => kind === 'there' && tone === 'act';

const REASONS_WITH_TIME: readonly WaterReason[] = ['protection', 'fault', 'offline', 'silent'];

/** R9.1: the state of the water in words. */
export function waterText(water: WaterState, { translate, locale, moment }: WaterFormatter): WaterText {
  const { kind, reason, event, next_try, since, by, until, was } = water;
  const alert = water.alert?.[locale];
  const what = event ? translate(`boardEvent.${event}`) : (alert ?? '');
  return {
    headline: translate(`water.headline.${isEnding(water) ? 'still' : kind}`),
    sentence: [
      reasonText(),
      was && was !== 'unknown' && translate(`water.was.${was}`),
      nextText(),
      alertText(),
    ]
      .filter((part) => part)
      .join(' '),
    short: shortText(),
  };

  function reasonText(): string {
    const when = since === undefined ? undefined : moment(since);
    if (reason === 'switched_off' && by && when) return translate('water.reason.switchedOffBy', { by, when });
    if (reason === 'tag' && by)
      return until === undefined
        ? translate('water.reason.tagBy', { by })
        : translate('water.reason.tagUntil', { by, until: moment(until) });
    if (when === undefined || !REASONS_WITH_TIME.includes(reason))
      return translate(`water.reason.${reason}`, { what });
    if (reason === 'protection') return translate('water.reason.protectionAt', { what, when });
    if (reason === 'fault')
      return alert
        ? translate('water.reason.faultNamed', { when, what: alert })
        : translate('water.reason.faultAt', { when });
    return translate(reason === 'offline' ? 'water.reason.offlineSince' : 'water.reason.silentSince', {
      when,
    });
  }

  function nextText(): string | undefined {
    if (next_try !== undefined)
      return translate(kind === 'unknown' && was ? 'water.next.tryAway' : 'water.next.try', {
        when: moment(next_try),
      });
    if (kind === 'off') return translate('water.next.staysOff');
    return reason === 'fault' || reason === 'protection' || reason === 'sensor'
      ? translate('water.next.needsReset')
      : undefined;
  }

  /** A stop already names its protection, a trip its fault. */
  function alertText(): string | undefined {
    const isNamed =
      reason === 'protection' || reason === 'sensor' || (reason === 'fault' && since !== undefined);
    return alert && !isNamed ? `${alert}.` : undefined;
  }

  function shortText(): string {
    const known = event && reason === 'protection' ? what : translate(`water.short.${reason}`);
    const told = alert && water.tone !== 'unknown' && reason !== 'protection' ? alert : known;
    return next_try === undefined
      ? told
      : translate('water.short.try', { what: told, when: moment(next_try) });
  }
}
