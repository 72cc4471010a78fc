import type { AlertKind } from '@manoboard/contract/alert/alert';
import type { DeliveryChange } from '@manoboard/contract/alert/alert-delivery';
import type { AlertSeverity } from '@manoboard/domain/alerts/rules/kinds';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';

/** A change of an alert that people are notified of. */
export interface AlertChange {
  alertId: number;
  /** Null for an alert of the whole installation. */
  deviceKey: DeviceKey | null;
  kind: AlertKind;
  severity: AlertSeverity;
  change: DeliveryChange;
  /** Number of the occurrence, 1 by default; a new number delivers the change again (pump stopped again). */
  occurrence?: number;
}

/**
 * Plans the deliveries in the transaction of the change; they are sent after the commit. A repeated call for the same
 * alert, change and occurrence plans nothing.
 */
export type DeliverAlert = (tx: Db, change: AlertChange) => Promise<void>;
