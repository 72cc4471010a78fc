import type { AlertCode } from '@manoboard/contract/alert/alert';
import type { AlertKind } from '@manoboard/contract/alert/kinds';
import { STOPPING_CODES } from '../protection/codes.ts';

/** What a person does first about an alert: about a planned start, a tripped converter, a place that is silent. */
export type FirstStep = 'retry' | 'reset' | 'call' | 'none';

/** Nobody sees from afar what is wrong: power, Wi-Fi, or the board. */
const SILENT: readonly AlertKind[] = ['board_offline', 'unusual_silence', 'site_outage'];

interface AlertFacts {
  kind: AlertKind;
  code: AlertCode;
  isOpen: boolean;
  /** Its cause is gone. */
  isCleared: boolean;
  /** The fault of the converter when it was raised; 0 is none. */
  fault: number;
}

/** U13: the action that belongs beside the sentence of an alert. */
export function firstStep({ kind, code, isOpen, isCleared, fault }: AlertFacts): FirstStep {
  if (!isOpen) return 'none';
  if (STOPPING_CODES.some((stop) => stop === code)) return 'retry';
  if (isCleared) return 'none';
  if (fault > 0) return 'reset';
  return SILENT.includes(kind) ? 'call' : 'none';
}
