import type { DeliveryStep, EscalationSettings } from '@manoboard/contract/alert/alert-delivery';
import type { AlertSeverity } from '../rules/kinds.ts';

export const LADDER = ['delegates', 'technicians'] as const;
/** The people who receive an alert of a device, one step after the other. */
export type LadderStep = 'owner' | (typeof LADDER)[number];

export const isLadderStep = (step: DeliveryStep): step is LadderStep =>
  step === 'owner' || LADDER.some((name) => name === step);

interface Escalation {
  settings: EscalationSettings;
  severity: AlertSeverity;
  hasPeople: (step: LadderStep) => boolean;
}

export interface Rung {
  step: LadderStep;
  /** Minutes after the first step. */
  afterMin: number;
  /** A step without people; the next step is due at its time. */
  isEmpty: boolean;
}

const minutesOf = ({ alarm_minutes, warning_minutes }: EscalationSettings, severity: AlertSeverity) =>
  severity === 'alarm' ? alarm_minutes : warning_minutes;

/**
 * Steps from one that is due now. A step without people is skipped, and the next one is due at its time. The server
 * plans deliveries by it, and pages show the plan.
 */
export function ladderFrom(first: LadderStep, { settings, severity, hasPeople }: Escalation): Rung[] {
  const minutes = minutesOf(settings, severity);
  const later = LADDER.filter(
    (name, at) => settings[name] && at > LADDER.indexOf(first as (typeof LADDER)[number]),
  );
  const rungs: Rung[] = [];
  let afterMin = 0;
  for (const step of minutes === null ? [first] : [first, ...later]) {
    const isEmpty = !hasPeople(step);
    rungs.push({ step, afterMin, isEmpty });
    if (!isEmpty) afterMin += minutes ?? 0;
  }
  return rungs;
}

/**
 * reached: planned for its people. due: planned at this time, unless a user takes the alert. nobody: nobody was there,
 * or is there now. stopped: the ladder has ended before it.
 */
export interface LadderState extends Omit<Rung, 'isEmpty'> {
  state: 'reached' | 'due' | 'nobody' | 'stopped';
  atS: number | null;
}

interface Past extends Escalation {
  /** When each step was planned that had people. */
  reachedS: ReadonlyMap<DeliveryStep, number>;
  /** The step that is to be planned next. */
  next: { step: DeliveryStep; atS: number } | null;
}

/** The ladder of an alert: what has happened, and what follows if nobody takes it. */
export function ladderStates({ reachedS, next, ...escalation }: Past): LadderState[] {
  const usual = ladderFrom('owner', escalation);
  const startS = Math.min(...reachedS.values());
  const coming = next && isLadderStep(next.step) ? ladderFrom(next.step, escalation) : [];
  const lastReached = usual.findLastIndex(({ step }) => reachedS.has(step));
  return usual.map(({ step, afterMin, isEmpty }, at) => {
    const atS = reachedS.get(step);
    if (atS !== undefined) {
      const sinceStartMin = Math.round((atS - startS) / 60);
      return { step, afterMin: sinceStartMin, state: 'reached', atS };
    }
    const rung = coming.find((one) => one.step === step);
    if (next && rung) {
      const dueS = next.atS + 60 * rung.afterMin;
      const sinceStartMin = Number.isFinite(startS) ? Math.round((dueS - startS) / 60) : afterMin;
      const due = { step, afterMin: sinceStartMin };
      return rung.isEmpty ? { ...due, state: 'nobody', atS: null } : { ...due, state: 'due', atS: dueS };
    }
    const wasPassed = at < lastReached || coming.length > 0;
    return { step, afterMin, state: wasPassed || isEmpty ? 'nobody' : 'stopped', atS: null };
  });
}
