import type { Reading } from '@manoboard/contract/reading';
import { type Drive, DriveError, type DriveState } from './drive/drive.ts';
import type { OwnMeasurements, Sensors } from './sensors.ts';

/** One look at the world; without an answer of the converter only what the board measures itself. */
export interface Measurement {
  fc: 0 | 1;
  d: Partial<Reading>;
}

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

/** As coarse as the drive's registers are (`domain.md` 1.4); finer digits would be invented. */
const driveReading = (state: DriveState) => ({
  on_off_state_r: state.runState,
  modbus: state.runChannel,
  frequency_fc: round(state.frequencyHz, 2),
  pressure_control: state.setPointSource,
  required_pressure: round(state.requiredPressureBar, 2),
  pressure: round(state.pressureBar, 2),
  motor_current: round(state.motorCurrentA, 1),
  motor_rpm: Math.round(state.motorRpm),
  motor_power: round(state.motorPowerKw, 2),
  bus_voltage: round(state.busVoltageV, 1),
  temperature_fc: round(state.temperatureC, 1),
  electro_meter: round(state.energyKwh, 1),
  motor_operating_hours: Math.floor(state.operatingH),
  fault: state.faultCode,
});

const ownReading = (own: OwnMeasurements) => ({
  temperature_mnb: round(own.temperatureC, 1),
  analog_input_2: round(own.analogInput2V, 2),
  analog_input_3: round(own.analogInput3V, 2),
  rssi: Math.round(own.rssiDbm),
});

/** The converter's state, or nothing if it did not answer. */
export async function readDrive(drive: Drive): Promise<DriveState | undefined> {
  try {
    return await drive.read();
  } catch (error) {
    if (error instanceof DriveError) return undefined;
    throw error;
  }
}

export function measurementOf(state: DriveState | undefined, sensors: Sensors): Measurement {
  const own = ownReading(sensors.read());
  return state ? { fc: 1, d: { ...driveReading(state), ...own } } : { fc: 0, d: own };
}
