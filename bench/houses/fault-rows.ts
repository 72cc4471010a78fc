import type { PlantFaults } from '../../apps/board/src/faults/site-faults.ts';
import type { HouseSpec } from './spec.ts';

/** A fault with its severity, and the kinds of alerts that name it. */
export interface FaultRow {
  fault: string;
  severity: string;
  /** Undefined for a house that cannot have it. */
  faultsOf(spec: HouseSpec, atS: number): PlantFaults | undefined;
  /** The demand is 0 from the fault on. */
  isEmpty?: true;
  hours: number;
  /** Kinds with the right name. */
  right: readonly string[];
  /** Other kinds that lead a person to the pump: the fault counts as found. */
  found?: readonly string[];
}

/** An alert about starts is named with its cause, as its sentence is. */
const STARTS = { leak: 'short_cycling (leak)', lostAir: 'short_cycling (lost air)' };
const MANY_STARTS = ['short_cycling', ...Object.values(STARTS), 'short_cycling (small tank)'];

/** Kinds about water and the pump: whichever is raised, a person goes there. */
const TROUBLE = [
  ...['dry_run', 'pipe_burst', 'over_pressure', 'no_flow', 'pressure_off', 'endless_run', 'leak'],
  ...['worn_impeller', 'clogged_suction', 'low_well', 'over_current', 'behaves_differently'],
  ...['sensor_fault', 'stuck_sensor', 'blocked_outlet', 'unusual_silence', 'drive_fault', 'over_temperature'],
  ...MANY_STARTS,
];

const SHORT_H = 16;
const SILENT_H = 60;
const NIGHTS_H = 100;
const WEEK_H = 8 * 24;
const MONTH_H = 33 * 24;

type Cause = FaultRow['faultsOf'];
/** A fault of water or pump. */
const row = (
  fault: string,
  severity: string,
  right: readonly string[],
  hours: number,
  faultsOf: Cause,
): FaultRow => ({
  fault,
  severity,
  right,
  hours,
  faultsOf,
  found: TROUBLE,
});
/** A fault that only its own kinds find. */
const exact = (...of: Parameters<typeof row>): FaultRow => ({ ...row(...of), found: [] });

const is400 = ({ installation }: HouseSpec) => installation.site.mains.volt === 400;
const isWell = ({ installation }: HouseSpec) => installation.site.source.kind === 'well';
const placeOf = ({ installation }: HouseSpec) => installation.site.sensor.place;
const tankOf = ({ installation, setPointBar }: HouseSpec) => {
  const { volumeL, prechargeBar = 0.7 * setPointBar } = installation.site.tank;
  return { volumeL, prechargeBar };
};
/** Voltages of the table are those of 230 V. */
const voltsOf = (spec: HouseSpec, volts: number) => (is400(spec) ? Math.round(volts * (400 / 230)) : volts);

const leaks = [0.1, 0.6, 1, 2, 4, 8].map((lpm) =>
  row('leak', `${lpm} l/min`, ['leak', STARTS.leak], NIGHTS_H, () => ({ leak: { flow_lpm: lpm } })),
);
const bursts = [80, 150, 400].map((lpm) =>
  row('pipe_burst', `${lpm} l/min`, ['pipe_burst'], SHORT_H, () => ({ pipe_burst: { flow_lpm: lpm } })),
);
const checkValves = [0.2, 1, 4].map((lpm) =>
  row('check_valve_leak', `${lpm} l/min`, ['leak', ...MANY_STARTS], NIGHTS_H, () => ({
    check_valve_leak: { flow_lpm: lpm },
  })),
);

function lostAir(spec: HouseSpec, share: number): PlantFaults {
  const { volumeL, prechargeBar } = tankOf(spec);
  const gasL = share === 0 ? 2 : share * volumeL;
  return { wrong_precharge: { precharge_bar: prechargeBar, gas_l: gasL } };
}
const tanks = Object.entries({ half: 0.5, 'a quarter': 0.25, '2 l': 0 }).map(([severity, share]) =>
  row('tank_lost_air', severity, [STARTS.lostAir], WEEK_H, (spec) => lostAir(spec, share)),
);

const onlyAt = (place: 'house' | 'pump', faults: PlantFaults) => (spec: HouseSpec) =>
  placeOf(spec) === place ? faults : undefined;
const NO_WATER = ['no_flow', 'blocked_outlet'];
const blocked = [
  ...[50, 300].map((times) =>
    row(
      'blocked_outlet_house',
      `friction x${times}`,
      NO_WATER,
      SILENT_H,
      onlyAt('house', { blocked_pipe: { friction_times: times } }),
    ),
  ),
  row('blocked_outlet_house', 'shut', NO_WATER, SILENT_H, onlyAt('house', { closed_valve: {} })),
  row(
    'blocked_outlet_pump',
    'shut',
    [...NO_WATER, 'unusual_silence'],
    SILENT_H,
    onlyAt('pump', { closed_valve: {} }),
  ),
];

const STUCK = ['stuck_sensor', 'sensor_fault', 'unusual_silence'];
const sensors = [
  ...[0, 11].map((volt) =>
    row('sensor_break', `${volt} V`, ['sensor_fault'], SHORT_H, () => ({
      sensor_break: { reading_v: volt },
    })),
  ),
  row('sensor_stuck', 'stuck', STUCK, SILENT_H, () => ({ sensor_stuck: {} })),
  ...[-0.3, -1, 1].map((bar) =>
    row('sensor_offset', `${bar} bar`, ['sensor_fault'], WEEK_H, () => ({ sensor_offset: { bar } })),
  ),
];

/** In a well without a level sensor a worn pump and a lower level look the same: the alert names both. */
const wear = [96, 92, 85].flatMap((percent) => {
  const faults = { worn_impeller: { head_percent: percent } };
  const of = (place: string, right: string, isWanted: boolean) =>
    row(place, `${percent} %`, [right], WEEK_H, (spec) => (isWell(spec) === isWanted ? faults : undefined));
  return [of('worn_impeller', 'worn_impeller', false), of('worn_impeller_well', 'low_well', true)];
});
const filters = [5, 20, 80].map((times) =>
  row('clogged_filter', `friction x${times}`, ['clogged_suction'], WEEK_H, () => ({
    clogged_filter: { friction_times: times },
  })),
);
const bearings = [0.2, 0.4].map((share) =>
  row('stiff_bearing', `+${100 * share} %`, ['over_current', 'behaves_differently'], WEEK_H, () => ({
    stiff_bearing: { share },
  })),
);
const wells = [5, 12].map((metres) =>
  row('low_well', `-${metres} m`, ['low_well'], WEEK_H, (spec) =>
    isWell(spec) ? { low_well: { metres } } : undefined,
  ),
);

const fans = [15, 30, 42].map((ambient) =>
  exact('failed_fan', `${ambient} °C`, ['over_temperature'], SILENT_H, () => ({
    failed_fan: { ambient_c: ambient },
  })),
);
const voltages = [
  ...[190, 170, 130].map((volts) =>
    exact('under_voltage', `${volts} V`, ['under_voltage'], SHORT_H, (spec) => ({
      under_voltage: { mains_v: voltsOf(spec, volts) },
    })),
  ),
  exact('over_voltage', '265 V', ['over_voltage'], SHORT_H, (spec) => ({
    over_voltage: { mains_v: voltsOf(spec, 265) },
  })),
];
const trips = [11, 12, 14, 25, 36].map((code) =>
  exact(
    'drive_trip',
    `code ${code}`,
    code === 36 ? ['dry_run', 'drive_fault'] : ['drive_fault'],
    SHORT_H,
    () => ({ drive_trip: { code } }),
  ),
);
const connections = [
  ...[-82, -86, -92].map((dbm) =>
    exact('weak_wifi', `${dbm} dBm`, ['weak_wifi'], SILENT_H, () => ({ weak_wifi: { rssi_dbm: dbm } })),
  ),
  exact('offline', 'no connection', ['board_offline'], SHORT_H, () => ({ wifi_loss: {} })),
  exact('fc_link_loss', 'RS-485 cut', ['fc_link_lost'], SHORT_H, () => ({ fc_link_loss: {} })),
  exact('clock_unset', 'no clock', ['clock_unset'], SHORT_H, () => ({ clock_unset: {} })),
];
const noRun: FaultRow = {
  ...exact('no_run', '30 days', ['seizing', 'unusual_silence'], MONTH_H, () => ({})),
  isEmpty: true,
};

/** The table of faults, and what pump engineers would add to it. */
export const FAULT_ROWS: readonly FaultRow[] = [
  row('dry_run', 'empty well', ['dry_run'], SHORT_H, () => ({ dry_run: {} })),
  row('air_in_suction', '40 %', ['dry_run'], SHORT_H, () => ({ air_in_suction: { share: 0.4 } })),
  ...bursts,
  ...leaks,
  ...checkValves,
  ...tanks,
  ...blocked,
  ...sensors,
  ...wear,
  ...filters,
  ...bearings,
  ...wells,
  row('reverse_rotation', 'turns backwards', ['reverse_rotation'], SHORT_H, () => ({ reverse_rotation: {} })),
  ...fans,
  ...voltages,
  ...trips,
  exact('frost', '-5 °C', ['frost'], SHORT_H, (_, atS) => ({ frost: { ambient_c: -5, from_s: atS } })),
  noRun,
  ...connections,
];

export const rowName = ({ fault, severity }: Pick<FaultRow, 'fault' | 'severity'>) => `${fault} ${severity}`;
