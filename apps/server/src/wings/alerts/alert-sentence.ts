import { type AlertKind, rowOfKind } from '@manoboard/contract/alert/kinds';
import type { ConverterFacts } from '@manoboard/contract/converter/converter-facts';
import type { FcRefusal } from '@manoboard/contract/device/device';
import type { Locale } from '@manoboard/contract/locales';
import { evidenceLimits } from '@manoboard/domain/alerts/rules/evidence-limits';
import { type AlertNumbers, driveTrip } from '@manoboard/domain/alerts/rules/kinds';
import { PUMP, type PumpPhase } from '@manoboard/domain/alerts/rules/memory';
import { faultOf } from '@manoboard/domain/fc/faults';
import { sensorLimits } from '@manoboard/domain/protection/sensor-signal';
import { HOUR_S } from '@manoboard/domain/time';
import { translatorOf } from '@manoboard/i18n/translator';

interface AlertFacts {
  kind: AlertKind;
  /** What was measured and done when it was raised (`alert-numbers.ts`); unknown numbers are absent. */
  numbers: AlertNumbers;
  thresholds: AlertNumbers;
  fcType: string | null;
  /** Facts of the board's own converter profile; null for a shipped type. */
  fcFacts: ConverterFacts | null;
  /** Boards that report the same converter, if the reader may see them. */
  otherBoards?: readonly string[] | null;
  clearedAt: Date | null;
  /** R4.16: why the board does not control its converter now, and the type that it is configured for. */
  fcRefusal: FcRefusal | null;
  fcConfigured: string | null;
  /** Messages that a flood held back. */
  heldMessages?: number | null;
}

const phaseName = (phase: number | undefined) =>
  (Object.keys(PUMP) as (keyof typeof PUMP)[]).find((name) => PUMP[name] === (phase as PumpPhase));

/** Who stopped the pump: the board, or the converter by itself. `keypad`: the board wanted to and could not. */
function stoppedBy({ kind, numbers: { stopped, fault = 0 } }: AlertFacts) {
  if (stopped === 1) return 'board';
  if (stopped === 0) return 'keypad';
  return rowOfKind(kind).isTrip && (fault > 0 || kind === 'drive_fault') ? 'drive' : 'rule';
}

type TripFacts = Pick<AlertFacts, 'kind' | 'numbers' | 'fcType' | 'fcFacts'>;

/** The fault of the converter when the alert was raised, if its profile knows the code. */
const faultOfAlert = ({ numbers: { fault = 0 }, fcType, fcFacts }: TripFacts) =>
  faultOf({ fcType, facts: fcFacts }, fault);

/** A trip of the drive with texts of its own. */
export const tripOf = (alert: TripFacts) =>
  alert.kind === 'drive_fault' ? driveTrip(faultOfAlert(alert)?.kind) : undefined;

/** The fault as the keypad shows it, or its number if the type has no name for it. */
const faultText = (alert: AlertFacts): string | undefined =>
  alert.numbers.fault ? (faultOfAlert(alert)?.name ?? `${alert.numbers.fault}`) : undefined;

/** Seconds, minutes or hours; their signs are the same in each language. */
function durationText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 2 * HOUR_S ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / HOUR_S)} h`;
}

/** R4.16: the converter answers, but it is unknown or of another type: the board neither reads nor writes it. */
export const refusedDrive = ({
  kind,
  fcRefusal,
  clearedAt,
}: Pick<AlertFacts, 'kind' | 'fcRefusal' | 'clearedAt'>) =>
  kind === 'fc_link_lost' && clearedAt === null ? fcRefusal : null;

const SIGNAL = sensorLimits();
const yes = (isTrue: boolean) => (isTrue ? 'yes' : 'no');

/** An unknown number is 0 in the sentence, an unknown choice `unknown`: only its branches may tell them apart. */
const unknownValues = (message: string) =>
  Object.fromEntries(
    [...message.matchAll(/\{(\w+)(, select)?/g)].map(([, name, select]) => [name, select ? 'unknown' : 0]),
  );

function causeText(alert: AlertFacts, locale: Locale): string {
  const reason = refusedDrive(alert);
  if (reason) {
    const facts = { reason, found: alert.fcType ?? '', configured: alert.fcConfigured ?? '' };
    return translatorOf(locale)('refusedDrive.text', facts);
  }
  const { kind, numbers, thresholds, otherBoards, heldMessages } = alert;
  const has = (...names: string[]) => yes(names.every((name) => numbers[name] !== undefined));
  const fault = faultText(alert);
  const { heldS = 0 } = numbers;
  const t = translatorOf(locale);
  return t(`alertHappened.${kind}`, {
    ...unknownValues(t.raw(`alertHappened.${kind}`)),
    sensorLow: SIGNAL.broken,
    sensorHigh: SIGNAL.tooHigh,
    ...thresholds,
    ...numbers,
    heldS,
    heldMin: Math.round(heldS / 60),
    by: stoppedBy(alert),
    last: phaseName(numbers.lastPump) ?? 'unknown',
    isDated: has('lastAgoS'),
    ago: durationText(numbers.lastAgoS ?? 0),
    isMeasured: has('pressure', 'frequency'),
    hasSensor: has('sensorV'),
    hasVolt: has('volt'),
    hasTemperature: has('temperature'),
    hasRate: has('lpm'),
    isUnexplained: has('expectedC'),
    isFlow: has('flow', 'usualFlow'),
    isStiff: has('stiffKw'),
    isStarved: has('starved'),
    limitV: evidenceLimits(kind, { ...thresholds, ...numbers })[0]?.value ?? 0,
    perDayLimit: numbers.permitted ?? thresholds.perDay ?? 0,
    trip: tripOf(alert) ?? 'unknown',
    isNamed: yes(fault !== undefined),
    faultName: fault ?? '',
    areNamed: yes(Boolean(otherBoards?.length)),
    boards: (otherBoards ?? []).join(', '),
    held: heldMessages ?? 0,
  });
}

/** Sentence about the pump's state; empty if it is unknown or already included. */
function pumpSentence({ kind, numbers }: AlertFacts, by: string, locale: Locale): string[] {
  const { pump } = rowOfKind(kind);
  const phase = phaseName(numbers.pump ?? (pump === 'in_sentence' ? undefined : numbers.lastPump));
  if (by === 'board' || by === 'keypad' || pump === 'irrelevant') return [];
  if (kind === 'no_flow') return [translatorOf(locale)('alertPump.left')];
  if (by === 'drive') return [translatorOf(locale)('alertPump.stands')];
  return phase ? [translatorOf(locale)(`alertPump.${phase}`)] : [];
}

/** Sentence about the automatic retry. Without `timeText` (unknown zone) the console adds the time. */
function comesSentence(
  { numbers: { retryAt } }: AlertFacts,
  by: string,
  locale: Locale,
  timeText?: (seconds: number) => string,
): string[] {
  const t = translatorOf(locale);
  if (by === 'keypad') return [t('alertComes.keypad')];
  if (by === 'drive') return [t('alertComes.reset')];
  if (by !== 'board' || retryAt === undefined) return [];
  if (retryAt === 0) return [t('alertComes.person')];
  return timeText ? [t('alertComes.retry', { time: timeText(retryAt) })] : [];
}

/** The name of an alert: of its kind, or that the converter is not the right one. */
export function titleOf(alert: Parameters<typeof refusedDrive>[0], locale: Locale): string {
  const t = translatorOf(locale);
  const reason = refusedDrive(alert);
  if (!reason) return t(`alertRule.${alert.kind}.title`);
  return t(reason === 'other_type' ? 'refusedDrive.other_type' : 'refusedDrive.unknown');
}

/** R7.4: what happened, with the values of that moment, whether the pump stands, and what comes next. */
export function describeAlert(
  alert: AlertFacts,
  locale: Locale,
  timeText?: (seconds: number) => string,
): string {
  const by = stoppedBy(alert);
  return [
    causeText(alert, locale),
    ...pumpSentence(alert, by, locale),
    ...comesSentence(alert, by, locale, timeText),
  ].join(' ');
}
