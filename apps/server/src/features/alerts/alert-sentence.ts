import type { Reading } from '@manoboard/contract/mqtt/reading';
import { type AlertCode, type AlertKind, ReportedCode } from '@manoboard/contract/nouns/alert';
import type { AlertNumbers } from '@manoboard/domain/alerts/rules/kinds';
import { faultName } from '@manoboard/domain/fc/profile';
import { profileOf } from '@manoboard/domain/fc/profiles';
import { alertRuleText } from '@manoboard/i18n/alert-rule-text';
import type { Locale } from '@manoboard/i18n/locales';
import { translatorOf } from '@manoboard/i18n/translator';

interface AlertFacts {
  kind: AlertKind;
  code: AlertCode;
  /** The event of the board; nothing if a rule raised the alert. */
  eventId: string | null;
  reading: Partial<Reading> | null;
  numbers: AlertNumbers;
  thresholds: AlertNumbers;
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

/** Sentences of codes describe what the board did; an alert of a rule is described by the rule. */
function reportedCode({ code, eventId }: AlertFacts): ReportedCode | undefined {
  const isFinding = code === 'FC_ID_CONFLICT' || code === 'MESSAGE_FLOOD';
  return eventId !== null || isFinding ? ReportedCode.options.find((known) => known === code) : undefined;
}

/** R7.4: what happened and what was measured then, in one sentence. */
export function describeAlert(alert: AlertFacts, locale: Locale): string {
  const code = reportedCode(alert);
  if (code === undefined) {
    const { title, rule } = alertRuleText(alert.kind, locale, { ...alert.thresholds, ...alert.numbers });
    return `${title}. ${rule}`;
  }
  const t = translatorOf(locale);
  const { pressure, frequency_fc } = alert.reading ?? {};
  const fault = faultOf(alert);
  return t(`alert.${code}`, {
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
