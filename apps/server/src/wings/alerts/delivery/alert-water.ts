import type { LastData } from '@manoboard/contract/device/device';
import type { WaterState } from '@manoboard/contract/device/water';
import { STOPPING_CODES } from '@manoboard/domain/protection/codes';
import { pumpLook } from '@manoboard/domain/pump/pump-look';
import { waterState } from '@manoboard/domain/pump/water-state';
import { alertTitles } from '@manoboard/i18n/alert-rule-text';
import type { DeliveryFacts } from './send.repo.ts';

interface Needs {
  lastOf: (deviceId: string) => LastData;
  isOnline: (deviceId: string) => boolean;
  isConnecting: (deviceId: string) => boolean;
  nowMs: () => number;
}

/** R9.1: the water at the device of an alert, at the time of the message; nothing for the whole installation. */
export const createAlertWater =
  ({ lastOf, isOnline, isConnecting, nowMs }: Needs) =>
  ({ deviceId, kind, severity, raisedAt, clearedAt }: DeliveryFacts): WaterState | undefined => {
    if (deviceId === null) return undefined;
    const nowS = Math.floor(nowMs() / 1000);
    const last = lastOf(deviceId);
    const lasts = clearedAt === null;
    const stoppedBy = lasts ? STOPPING_CODES.find((code) => code === kind.toUpperCase()) : null;
    const online = isConnecting(deviceId) ? 'connecting' : pumpLook(last, isOnline(deviceId), nowS);
    // The event of a stop arrives before the frame that reports the standing motor.
    const isBefore = stoppedBy && (last.ts ?? 0) <= Math.ceil(raisedAt.getTime() / 1000);
    return waterState({
      last,
      look: isBefore && online === 'running' ? 'stopped' : online,
      nowS,
      stoppedBy,
      alert: lasts
        ? { title: alertTitles(kind), severity, since: Math.floor(raisedAt.getTime() / 1000) }
        : null,
    });
  };
