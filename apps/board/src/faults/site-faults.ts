import type { ActiveFaults } from './faults.ts';

/** Faults of an installation that the panel does not offer; benches switch them. */
interface SiteFaults {
  /** The pump takes in air: this share of the volume, in slugs. */
  air_in_suction?: { share: number };
  /** Water returns through the check valve while the pump moves none, so much at 3 bar. */
  check_valve_leak?: { flow_lpm: number };
  /** Friction from the tank to the house is so many times as large. */
  blocked_pipe?: { friction_times: number };
  /** The valve from the tank to the house is closed. */
  closed_valve?: Record<never, never>;
  /** The sensor keeps its last reading. */
  sensor_stuck?: Record<never, never>;
  sensor_offset?: { bar: number };
  /** Friction of the suction side is so many times as large. */
  clogged_filter?: { friction_times: number };
  /** The motor needs this share more power at the same speed and flow. */
  stiff_bearing?: { share: number };
  /** The level of the well is so much lower. */
  low_well?: { metres: number };
  /** The motor turns backwards. */
  reverse_rotation?: Record<never, never>;
  over_voltage?: { mains_v: number };
  /** The drive trips with this code whenever the motor turns. */
  drive_trip?: { code: number };
  /** Drive and board cool down to this temperature, from this second of the plant on. */
  frost?: { ambient_c: number; from_s: number };
  weak_wifi?: { rssi_dbm: number };
}

export type PlantFaults = ActiveFaults & SiteFaults;
