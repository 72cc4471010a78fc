import type { Reading } from '@manoboard/contract/mqtt/reading';
import type { AlertCode } from '@manoboard/contract/nouns/alert';
import { faultName } from '@manoboard/domain/fc/profile';
import { profileOf } from '@manoboard/domain/fc/profiles';
import type { Locale } from '@manoboard/i18n/locales';
import { translatorOf } from '@manoboard/i18n/translator';

interface AlertFacts {
  code: AlertCode;
  reading: Partial<Reading> | null;
  fcType: string | null;
  /** Boards that report the same converter, if the reader may see them. */
  otherBoards: readonly string[] | null;
  /** Messages that a flood held back. */
  heldMessages?: number | null;
}

/** The fault as the keypad shows it, or its number if the type has no name for it. */
function faultOf({ reading, fcType }: AlertFacts): string | undefined {
  const code = reading?.fault;
  if (!code) return undefined;
  const profile = fcType === null ? undefined : profileOf(fcType);
  return (profile && faultName(profile, code)) ?? `${code}`;
}

/** R7.4: what happened and what was measured then, in one sentence. */
export function describeAlert(alert: AlertFacts, locale: Locale): string {
  const t = translatorOf(locale);
  const { pressure, frequency_fc } = alert.reading ?? {};
  const fault = faultOf(alert);
  return t(`alert.${alert.code}`, {
    isMeasured: pressure === undefined || frequency_fc === undefined ? 'no' : 'yes',
    pressure: pressure ?? 0,
    frequency: frequency_fc ?? 0,
    isNamed: fault === undefined ? 'no' : 'yes',
    fault: fault ?? '',
    boards: (alert.otherBoards ?? []).join(', '),
    held: alert.heldMessages ?? 0,
    areNamed: alert.otherBoards?.length ? 'yes' : 'no',
  });
}
