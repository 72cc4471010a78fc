import type { AlertKind } from '@manoboard/contract/nouns/alert';
import type { DeliveryChange } from '@manoboard/contract/nouns/alert-delivery';
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
  /** Another number delivers the same change again, as when the pump was stopped again; 1 if missing. */
  occurrence?: number;
}

/**
 * Plans the deliveries in the transaction of the change; they are sent after the commit. A repeated call for the same
 * alert, change and occurrence plans nothing.
 */
export type DeliverAlert = (tx: Db, change: AlertChange) => Promise<void>;
