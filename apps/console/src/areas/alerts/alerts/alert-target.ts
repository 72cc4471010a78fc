import type { RuleKind } from '@manoboard/contract/alert/rule-kind';
import type { ComponentType, ReactNode } from 'react';

/** Places that an alert leads to; only the page knows the routes. */
export type AlertTarget =
  | { to: 'list' }
  | { to: 'alert'; id: number }
  | { to: 'device'; deviceId: string }
  /** All alerts of the device. */
  | { to: 'alerts'; deviceId: string }
  | { to: 'timeline'; deviceId: string; atS: number }
  /** The rule of this kind, with its rehearsal. */
  | { to: 'rules'; deviceId: string; kind: RuleKind }
  | { to: 'graphs'; deviceId: string; fromS: number; toS: number };

export type TargetLink = ComponentType<{
  target: AlertTarget;
  className?: string | undefined;
  label?: string | undefined;
  children: ReactNode;
}>;

/** What the user may do with an alert; the server checks it again. */
export interface AlertRights {
  canTake: boolean;
  /** Also to write notes and to shelve. */
  canResolve: boolean;
}
