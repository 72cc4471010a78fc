import type { LastData } from '@manoboard/contract/device/device';
import type { IntegrationState } from '@manoboard/contract/mqtt/integration-topics';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import type { PressureMode } from '../pump/pressure-bounds.ts';
import { switchOf } from '../pump/pump.ts';
import { pumpLook } from '../pump/pump-look.ts';
import { type WaterContext, waterState } from '../pump/water-state.ts';
import { freshness, isSilent } from '../telemetry/freshness.ts';
import { shownField } from '../telemetry/reading-units.ts';
import { MINUTE_MS, MINUTE_S } from '../time.ts';

/** With what no frame tells of a stopped pump: the water is that of the console. */
export interface IntegrationFacts extends WaterContext {
  last: LastData;
  isOnline: boolean;
  /** Pressure mode of the applied configuration; undefined if unknown. */
  mode: PressureMode | undefined;
  openAlerts: number;
  lastSeenS: number | null;
  /** `done`, or the code of a refusal. */
  lastCommand: string | null;
  nowS: number;
}

const onOff = (isOn: boolean) => (isOn ? 'ON' : 'OFF');

const wholeMinute = (atS: number) => new Date(Math.floor(atS / MINUTE_S) * MINUTE_MS).toISOString();

/** R4.4: what another program may show of a device now. A value that is not live is `null`, never an old number. */
export function integrationState({
  last,
  isOnline,
  mode,
  openAlerts,
  lastSeenS,
  lastCommand,
  nowS,
  ...context
}: IntegrationFacts): IntegrationState {
  const isLive = (field: ReadingField) => freshness(last, field, isOnline, nowS) === 'live';
  const liveValue = (field: ReadingField) => (isLive(field) ? shownField(last, field, mode).value : null);
  const look = pumpLook(last, isOnline, nowS);
  const isKnown = look !== 'unknown' && look !== 'stale' && look !== 'offline';
  const position = isLive('on_off_state_r') ? switchOf(last.data) : 'unknown';
  return {
    pressure: liveValue('pressure'),
    required_pressure: liveValue('required_pressure'),
    frequency: liveValue('frequency_fc'),
    current: liveValue('motor_current'),
    temperature: liveValue('temperature_fc'),
    power: liveValue('motor_power'),
    energy: liveValue('electro_meter'),
    next_start: last.next_try === undefined ? null : new Date(1000 * last.next_try).toISOString(),
    water: waterState({ ...context, last, look, nowS }).kind,
    running: isKnown ? onOff(look === 'running') : null,
    switch: position === 'unknown' ? null : onOff(position === 'on'),
    problem: onOff(openAlerts > 0),
    alerts: openAlerts,
    last_contact: lastSeenS === null ? null : wholeMinute(lastSeenS),
    last_command: lastCommand,
  };
}

/** R4.4, R4.5: false while the board is offline or silent, or its converter does not answer. */
export function isAvailable({ last, isOnline, nowS }: Pick<IntegrationFacts, 'last' | 'isOnline' | 'nowS'>) {
  const look = pumpLook(last, isOnline, nowS);
  return look !== 'offline' && look !== 'stale' && !isSilent(last, nowS);
}
