import type { NotificationSettings } from '@manoboard/contract/alert/alert-delivery';
import { DAY_MS } from '../../time.ts';
import { zoneOf } from '../../time-zone.ts';
import type { AlertSeverity } from '../rules/kinds.ts';

const msOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
};

interface Quiet {
  quiet_hours: NotificationSettings['quiet_hours'];
  zone: string;
}

/** The end of the quiet hours that hold an alert back now; undefined if it is sent. Alarms are never held back. */
export function quietEndMs(
  { quiet_hours: quiet, zone: name }: Quiet,
  severity: AlertSeverity,
  nowMs: number,
): number | undefined {
  if (quiet === null || severity === 'alarm') return undefined;
  const zone = zoneOf(name);
  const wallMs = zone.wallOf(nowMs);
  const dayMs = Math.floor(wallMs / DAY_MS) * DAY_MS;
  const lengthMs = (msOf(quiet.to) - msOf(quiet.from) + DAY_MS) % DAY_MS;
  for (const startMs of [dayMs - DAY_MS + msOf(quiet.from), dayMs + msOf(quiet.from)]) {
    const endMs = startMs + lengthMs;
    if (startMs > wallMs || wallMs >= endMs) continue;
    const end = zone.instantOf(endMs);
    // In an hour that the clock repeats the end may be past already.
    return end > nowMs ? end : undefined;
  }
  return undefined;
}
