import { DAY_S, HOUR_S } from '@manoboard/domain/time';
import { personsAt } from './habits.ts';
import type { HouseAlert, Truth } from './run.ts';
import type { HouseSpec } from './spec.ts';
import { rssiDbm } from './wifi.ts';

/** Right: true and worth a message. Nuisance: true, but nothing to do. Wrong: not true. */
export type Verdict = 'right' | 'nuisance' | 'wrong';

const WEEK_S = 7 * DAY_S;
/** `domain.md` 2.4, Franklin: three-phase motors up to 4 kW. */
const MOST_STARTS = 300;
/** An owner wants to know it from then on. */
const OFFLINE_S = 30 * 60;
/** The rules call a signal weak below it. */
const WEAK_DBM = -80;
/** The share of the flow at the best point above which the pump cannot hold the set pressure. */
const TOO_MUCH = 0.85;

interface Known {
  spec: HouseSpec;
  truth: Truth;
  alerts: readonly HouseAlert[];
}

const isFirstOfWeek = ({ alerts }: Known, { kind, atS }: HouseAlert) =>
  !alerts.some((other) => other.kind === kind && other.atS < atS && other.atS > atS - WEEK_S);

const onceAWeek = (known: Known, alert: HouseAlert, isTrue: boolean): Verdict =>
  isTrue && isFirstOfWeek(known, alert) ? 'right' : 'nuisance';

/** Somebody waters the garden now, or did so in the last hour. */
function isWatering({ habits, bestLpm }: HouseSpec, atS: number): { isOn: boolean; isTooMuch: boolean } {
  const { irrigation } = habits;
  if (!irrigation) return { isOn: false, isTooMuch: false };
  const agoH = ((atS - irrigation.atH * HOUR_S) / HOUR_S + 24) % 24;
  const isOn = agoH >= 0 && agoH < irrigation.minutes / 60 + 1;
  return { isOn, isTooMuch: isOn && irrigation.lpm > TOO_MUCH * bestLpm };
}

/** People were away or had guests within the last three days. */
function isUnusual({ habits }: HouseSpec, atS: number): boolean {
  const day = Math.floor(atS / DAY_S);
  const counts = [0, 1, 2, 3].map((ago) => personsAt(habits, Math.max(0, day - ago)));
  return counts.some((persons) => persons !== habits.house.persons);
}

/** Judges an alert of a healthy house by what really happened. */
export function judgeHealthy(known: Known, alert: HouseAlert): Verdict {
  const { spec, truth } = known;
  const { kind, atS } = alert;
  switch (kind) {
    case 'board_offline':
      return truth.outages.some(({ fromS, toS }) => fromS <= atS && toS >= atS && toS - fromS >= OFFLINE_S)
        ? 'right'
        : 'nuisance';
    case 'weak_wifi':
      return onceAWeek(known, alert, rssiDbm(spec, atS - HOUR_S / 2) < WEAK_DBM || spec.wifi.dbm < WEAK_DBM);
    case 'short_cycling': {
      const starts = truth.startsS.filter((startS) => startS <= atS && startS > atS - DAY_S).length;
      return onceAWeek(known, alert, starts > MOST_STARTS);
    }
    case 'pressure_off':
      return isWatering(spec, atS).isTooMuch ? 'nuisance' : 'wrong';
    case 'endless_run':
      return isWatering(spec, atS).isOn ? 'nuisance' : 'wrong';
    case 'behaves_differently':
      return isUnusual(spec, atS) ? 'nuisance' : 'wrong';
    default:
      return judgeNewKind(known, alert);
  }
}

/** Kinds that an empty house raises. */
const SILENCES: readonly string[] = ['unusual_silence', 'seizing'];

function judgeNewKind({ spec }: Known, { kind, atS }: HouseAlert): Verdict {
  if (SILENCES.includes(kind) && isUnusual(spec, atS)) return 'nuisance';
  return 'wrong';
}
