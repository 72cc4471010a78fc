import type { DriveTrip } from '@manoboard/contract/alert/alert';
import { type AlertKind, kindOfCode, type RuleKind, rowOfKind } from '@manoboard/contract/alert/kinds';
import type { FaultKind } from '@manoboard/contract/converter/profile-file';
import type { EventCode, EventSeverity } from '@manoboard/contract/mqtt/event';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';

export type AlertSeverity = Exclude<EventSeverity, 'info'>;

const RANK: Readonly<Record<string, number>> = { warning: 1, alarm: 2 };
export const isWorse = (severity: AlertSeverity, than: string | undefined) =>
  (RANK[severity] ?? 0) > (RANK[than ?? ''] ?? 0);

/** Numbers that are measured or counted when an alert is raised. */
export type AlertNumbers = Readonly<Record<string, number>>;

/** An alert at the moment in which it is raised: by a rule, by an event of the board, or by the server itself. */
export interface RaisedAlert<Kind extends AlertKind = AlertKind> {
  kind: Kind;
  severity: AlertSeverity;
  /** Since when the condition holds. */
  sinceMs: number;
  atMs: number;
  numbers: AlertNumbers;
  /** The numbers of the rule that applied. */
  thresholds: AlertNumbers;
}
export type ClearedAlert<Kind extends AlertKind = AlertKind> = Pick<RaisedAlert<Kind>, 'kind' | 'atMs'>;

/** `domain.md` 1.7: faults of the drive that mean the same as a rule. The codes are in the profile of the converter. */
const RULES_OF_FAULTS: Partial<Record<FaultKind, RuleKind>> = {
  overvoltage: 'over_voltage',
  undervoltage: 'under_voltage',
  overheat: 'over_temperature',
  feedback: 'sensor_fault',
  underload: 'dry_run',
};

/** The rule that a fault of this kind means; a fault that no profile knows is a fault of the drive. */
export const ruleOfFault = (fault: FaultKind | undefined): RuleKind =>
  (fault && RULES_OF_FAULTS[fault]) ?? 'drive_fault';

/** `domain.md` 1.7: trips of the drive with causes of their own. */
const TRIPS: Partial<Record<FaultKind, DriveTrip>> = {
  motor_overload: 'overload',
  drive_overload: 'overload',
  input_phase: 'phase',
  output_phase: 'phase',
};
export const driveTrip = (fault: FaultKind | undefined) => fault && TRIPS[fault];

/** The kind of an event, with the kind of the fault that it reports. */
export const eventKind = (code: EventCode, fault?: FaultKind): RuleKind =>
  code === 'FC_FAULT' ? ruleOfFault(fault) : (kindOfCode(code) as RuleKind);

/** Fields that the graphs of an alert show, and the minutes before it. */
export interface Evidence {
  fields: readonly ReadingField[];
  minutes: number;
}

/** Whether the kind can be the reason of an unusual pressure. */
export const explainsPressure = (kind: AlertKind, extreme: 'peak' | 'dip') =>
  rowOfKind(kind).explainsPressure?.includes(extreme) ?? false;
