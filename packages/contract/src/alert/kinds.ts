import * as z from 'zod/mini';
import type { EventCode } from '../mqtt/event.ts';

/** What a person or the server does to a device on purpose. */
export type MuteCause = 'lock_out' | 'update';

interface AlertKindRow {
  /** The event of a board that means the same; the code of other kinds is their name in capitals. */
  event?: EventCode;
  /** Of `alert-style.tsx` in the console. */
  icon: string;
  /** Raised by the server itself, not by a rule that a device may switch off. */
  raisedBy?: 'server';
  /**
   * What makes it likely: work on a locked-out device switches off its supply, its converter or its water; an update restarts
   * the board, and stops and starts the pump. R5.10: kinds that endanger a person at the pump are never muted by a tag.
   */
  mutedBy?: readonly MuteCause[];
  /** Its sentence needs none about the pump, whose state is irrelevant, or part of it already. */
  pump?: 'irrelevant' | 'in_sentence';
  /** The converter may have tripped; `numbers.fault` is its code. */
  isTrip?: true;
  /** It explains an unusual day by itself: a second alert says nothing new. */
  explainsDay?: true;
  /** It can be the reason of a pressure above the usual, or below it. */
  explainsPressure?: readonly ('peak' | 'dip')[];
  /** Its title does not tell what it means for the water. */
  hasMeaning?: true;
}

/** One row a kind of alert. Its texts are in `alertHappened` and `alertRule`, its rule in `domain/alerts/rules`. */
export const alertKinds = {
  started_itself: { icon: 'player-play', mutedBy: ['update'], pump: 'irrelevant' },
  drive_fault: { event: 'FC_FAULT', icon: 'alert-triangle', isTrip: true, explainsDay: true },
  dry_run: {
    event: 'DRY_RUN',
    icon: 'droplet-off',
    mutedBy: ['lock_out'],
    pump: 'irrelevant',
    isTrip: true,
    explainsDay: true,
    explainsPressure: ['dip'],
  },
  pipe_burst: {
    event: 'PIPE_BURST',
    icon: 'ripple',
    mutedBy: ['lock_out'],
    explainsDay: true,
    explainsPressure: ['dip'],
  },
  over_pressure: { event: 'OVER_PRESSURE', icon: 'gauge', explainsPressure: ['peak'] },
  no_flow: {
    event: 'NO_FLOW',
    icon: 'wave-sine',
    mutedBy: ['lock_out'],
    explainsDay: true,
    explainsPressure: ['peak'],
  },
  sensor_fault: {
    event: 'SENSOR_BREAK',
    icon: 'plug-connected-x',
    mutedBy: ['lock_out'],
    isTrip: true,
    explainsDay: true,
  },
  stuck_sensor: {
    icon: 'gauge',
    mutedBy: ['lock_out'],
    pump: 'irrelevant',
    explainsDay: true,
    hasMeaning: true,
  },
  blocked_outlet: { icon: 'barrier-block', mutedBy: ['lock_out'], pump: 'irrelevant', explainsDay: true },
  unusual_silence: { icon: 'moon', mutedBy: ['lock_out'], pump: 'irrelevant' },
  leak: { icon: 'droplet', pump: 'irrelevant', explainsDay: true, explainsPressure: ['dip'] },
  short_cycling: { icon: 'rotate-clockwise', explainsDay: true },
  worn_impeller: { icon: 'propeller', pump: 'irrelevant', explainsDay: true },
  clogged_suction: { icon: 'filter', pump: 'irrelevant', explainsDay: true },
  low_well: { icon: 'arrow-bar-down', pump: 'irrelevant', explainsDay: true },
  over_temperature: { icon: 'temperature', isTrip: true },
  under_voltage: { icon: 'bolt', mutedBy: ['lock_out'], isTrip: true, explainsDay: true },
  over_voltage: { icon: 'bolt', isTrip: true },
  over_current: { icon: 'engine', mutedBy: ['lock_out'] },
  reverse_rotation: { icon: 'rotate', pump: 'irrelevant' },
  frost: { icon: 'snowflake' },
  seizing: { icon: 'lock', pump: 'irrelevant' },
  fc_link_lost: {
    event: 'FC_OFFLINE',
    icon: 'unlink',
    mutedBy: ['lock_out', 'update'],
    pump: 'in_sentence',
    explainsDay: true,
  },
  board_offline: { icon: 'cloud-off', mutedBy: ['lock_out', 'update'], pump: 'in_sentence' },
  weak_wifi: { icon: 'wifi1', mutedBy: ['lock_out'] },
  endless_run: { icon: 'infinity', pump: 'irrelevant', explainsDay: true },
  pressure_off: {
    icon: 'gauge',
    mutedBy: ['lock_out', 'update'],
    explainsDay: true,
    explainsPressure: ['peak', 'dip'],
  },
  clock_unset: { event: 'CLOCK_UNSET', icon: 'clock-question', mutedBy: ['update'], hasMeaning: true },
  meter_jump: { icon: 'trending-up', pump: 'irrelevant', hasMeaning: true },
  config_not_applied: { icon: 'settings-exclamation', mutedBy: ['lock_out', 'update'] },
  register_drift: { icon: 'adjustments' },
  self_start_enabled: { icon: 'player-play' },
  fc_id_conflict: { icon: 'arrows-shuffle', raisedBy: 'server' },
  message_flood: { icon: 'messages', raisedBy: 'server' },
  behaves_differently: { icon: 'chart-dots', raisedBy: 'server' },
  site_outage: { icon: 'cloud-off', raisedBy: 'server' },
  delivery_failed: { icon: 'mail-x', raisedBy: 'server' },
} as const satisfies Record<string, AlertKindRow>;

type Rows = typeof alertKinds;
type KindsWith<Part> = { [Kind in keyof Rows]: Rows[Kind] extends Part ? Kind : never }[keyof Rows];
type ServerKind = KindsWith<{ raisedBy: 'server' }>;
/** The code of a kind in the API. */
type CodeOfKind<Kind extends keyof Rows> = {
  [Each in Kind]: Rows[Each] extends { event: infer Event } ? Event : Uppercase<Each>;
}[Kind];
export type AlertIconName = Rows[keyof Rows]['icon'];

const kinds = Object.keys(alertKinds) as (keyof Rows)[];

/** The row of a kind, whatever it has. */
export const rowOfKind = (kind: keyof Rows): AlertKindRow => alertKinds[kind];

/** The code of an alert of this kind. */
export const codeOfKind = <Kind extends keyof Rows>(kind: Kind) =>
  (rowOfKind(kind).event ?? kind.toUpperCase()) as CodeOfKind<Kind>;

/** The kind that gives a code its name in lists of codes. */
export const kindOfCode = (code: CodeOfKind<keyof Rows>) =>
  kinds.find((kind) => codeOfKind(kind) === code) as keyof Rows;

/** Every kind of alert; a device has at most one open alert of a kind. */
export const AlertKind = z.enum(kinds);
export type AlertKind = z.infer<typeof AlertKind>;

/** Kinds that the rules of `domain/alerts/rules` raise. */
export const RuleKind = z.enum(
  kinds.filter((kind) => rowOfKind(kind).raisedBy === undefined) as Exclude<keyof Rows, ServerKind>[],
);
export type RuleKind = z.infer<typeof RuleKind>;
