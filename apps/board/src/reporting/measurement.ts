import type { Reading } from '@manoboard/contract/mqtt/reading';
import type { Tele } from '@manoboard/contract/mqtt/topics';
import { type Drive, DriveError, type DriveState } from '../drive/drive.ts';
import type { OwnMeasurements, Sensors } from '../sensors/sensors.ts';

/** One poll; without an answer of the converter only the board's own values. */
export interface Measurement {
  fc: 0 | 1;
  d: Tele['d'];
  /** Known before, not measurable now. */
  na?: NonNullable<Tele['na']>;
}

/** R5.5: bar ÷ normalizer. */
type WirePressure = (bar: number) => number;

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));
const roundIfKnown = (value: number | undefined, decimals: number) =>
  value === undefined ? undefined : round(value, decimals);

/** A value that was not measured is omitted: no field encodes "unknown". */
const known = (fields: { [F in keyof Reading]?: number | undefined }): Partial<Reading> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Resolution of the drive's registers (`domain.md` 1.4); more digits would be invented. */
const driveReading = (state: DriveState, wirePressure: WirePressure) =>
  known({
    on_off_state_r: state.runState,
    modbus: state.runChannel,
    frequency_fc: roundIfKnown(state.frequencyHz, 2),
    pressure_control: state.setPointSource,
    required_pressure:
      state.requiredPressureBar === undefined ? undefined : wirePressure(state.requiredPressureBar),
    pressure: roundIfKnown(state.pressureBar, 2),
    motor_current: roundIfKnown(state.motorCurrentA, 1),
    motor_rpm: roundIfKnown(state.motorRpm, 0),
    motor_power: roundIfKnown(state.motorPowerKw, 2),
    bus_voltage: roundIfKnown(state.busVoltageV, 1),
    temperature_fc: roundIfKnown(state.temperatureC, 1),
    electro_meter: roundIfKnown(state.energyKwh, 1),
    motor_operating_hours: state.operatingH === undefined ? undefined : Math.floor(state.operatingH),
    analog_input_2: roundIfKnown(state.analogInput2V, 2),
    fault: state.faultCode,
  });

const ownReading = (own: OwnMeasurements) =>
  known({
    temperature_mnb: roundIfKnown(own.temperatureC, 1),
    analog_input_2: roundIfKnown(own.analogInput2V, 2),
    analog_input_3: roundIfKnown(own.analogInput3V, 2),
    rssi: roundIfKnown(own.rssiDbm, 0),
  });

/** State of the converter, or why there is none: it did not answer, or its registers are unknown (R4.16). */
export async function readDriveOrReason(drive: Drive): Promise<DriveState | 'fc_offline' | 'unknown_fc'> {
  try {
    return await drive.read();
  } catch (error) {
    if (error instanceof DriveError) return error.reason === 'unknown_drive' ? 'unknown_fc' : 'fc_offline';
    throw error;
  }
}

/** State of the converter, or undefined if it could not be read. */
export async function readDrive(drive: Drive): Promise<DriveState | undefined> {
  const state = await readDriveOrReason(drive);
  return typeof state === 'string' ? undefined : state;
}

export function measurementOf(
  state: DriveState | undefined,
  sensors: Sensors,
  wirePressure: WirePressure = (bar) => round(bar, 2),
): Measurement {
  const own = ownReading(sensors.read());
  return state ? { fc: 1, d: { ...driveReading(state, wirePressure), ...own } } : { fc: 0, d: own };
}
