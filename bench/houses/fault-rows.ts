import type { PlantFaults } from '../../apps/board/src/faults/site-faults.ts';
import type { HouseSpec } from './house-spec.ts';

/** A fault with its severity, and the kinds of alerts that name it. */
export interface FaultRow {
  fault: string;
  severity: string;
  /** Undefined for a house that cannot have it. */
  faultsOf(spec: HouseSpec): PlantFaults | undefined;
  /** Nobody uses water from then on. */
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

const SHORT_H = 16;
const SILENT_H = 60;
const NIGHTS_H = 100;
const WEEK_H = 8 * 24;
const MONTH_H = 33 * 24;

const row = (
  fault: string,
  severity: string,
  right: readonly string[],
  hours: number,
  faultsOf: FaultRow['faultsOf'],
  found: readonly string[] = [],
): FaultRow => ({ fault, severity, right, hours, faultsOf, found });

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
  row('leak', `${lpm} l/min`, ['leak', STARTS.leak], NIGHTS_H, () => ({ leak: { flow_lpm: lpm } }), [
    ...[...MANY_STARTS, 'endless_run', 'behaves_differently', 'pipe_burst'],
  ]),
);
const bursts = [80, 150, 400].map((lpm) =>
  row('pipe_burst', `${lpm} l/min`, ['pipe_burst'], SHORT_H, () => ({ pipe_burst: { flow_lpm: lpm } }), [
    ...['pressure_off', 'endless_run', 'dry_run', 'sensor_fault'],
  ]),
);
const checkValves = [0.2, 1, 4].map((lpm) =>
  row(
    'check_valve_leak',
    `${lpm} l/min`,
    ['leak', ...MANY_STARTS],
    NIGHTS_H,
    () => ({ check_valve_leak: { flow_lpm: lpm } }),
    ['behaves_differently'],
  ),
);
const tanks = (
  [
    ['half', 0.5],
    ['a quarter', 0.25],
    ['2 l', 0],
  ] as const
).map(([severity, share]) =>
  row(
    'tank_lost_air',
    severity,
    [STARTS.lostAir],
    WEEK_H,
    (spec) => {
      const { volumeL, prechargeBar } = tankOf(spec);
      const gasL = share === 0 ? 2 : share * volumeL;
      return { wrong_precharge: { precharge_bar: prechargeBar, gas_l: gasL } };
    },
    ['behaves_differently', 'leak', ...MANY_STARTS],
  ),
);

const blocked = (['house', 'pump'] as const).flatMap((place) => {
  const only = (faults: PlantFaults) => (spec: HouseSpec) => (placeOf(spec) === place ? faults : undefined);
  const right =
    place === 'house' ? ['no_flow', 'blocked_outlet'] : ['no_flow', 'blocked_outlet', 'unusual_silence'];
  const found = [
    'pressure_off',
    'sensor_fault',
    'over_pressure',
    'dry_run',
    'endless_run',
    'stuck_sensor',
    'unusual_silence',
  ];
  const name = `blocked_outlet_${place}`;
  const shut = row(name, 'shut', right, SILENT_H, only({ closed_valve: {} }), found);
  if (place === 'pump') return [shut];
  return [
    ...[50, 300].map((times) =>
      row(
        name,
        `friction x${times}`,
        right,
        SILENT_H,
        only({ blocked_pipe: { friction_times: times } }),
        found,
      ),
    ),
    shut,
  ];
});

const sensors = [
  ...[0, 11].map((volt) =>
    row('sensor_break', `${volt} V`, ['sensor_fault'], SHORT_H, () => ({
      sensor_break: { reading_v: volt },
    })),
  ),
  row('sensor_stuck', 'stuck', ['stuck_sensor', 'sensor_fault', 'unusual_silence'], SILENT_H, () => ({
    sensor_stuck: {},
  })),
  ...[-0.3, -1, 1].map((bar) =>
    row(
      'sensor_offset',
      `${bar} bar`,
      ['sensor_fault', 'stuck_sensor'],
      WEEK_H,
      () => ({ sensor_offset: { bar } }),
      ['no_flow', 'worn_impeller', 'behaves_differently', 'endless_run', 'over_pressure', 'pressure_off'],
    ),
  ),
];

const wear = [96, 92, 85].map((percent) =>
  row(
    'worn_impeller',
    `${percent} %`,
    ['worn_impeller'],
    WEEK_H,
    () => ({ worn_impeller: { head_percent: percent } }),
    ['endless_run', 'behaves_differently', 'pressure_off', 'clogged_suction', 'low_well'],
  ),
);
const fans = [15, 30, 42].map((ambient) =>
  row('failed_fan', `${ambient} °C`, ['over_temperature'], SILENT_H, () => ({
    failed_fan: { ambient_c: ambient },
  })),
);
const voltages = [
  ...[190, 170, 130].map((volts) =>
    row('under_voltage', `${volts} V`, ['under_voltage'], SHORT_H, (spec) => ({
      under_voltage: { mains_v: voltsOf(spec, volts) },
    })),
  ),
  row('over_voltage', '265 V', ['over_voltage'], SHORT_H, (spec) => ({
    over_voltage: { mains_v: voltsOf(spec, 265) },
  })),
];
const trips = [11, 12, 14, 25, 36].map((code) =>
  row(
    'drive_trip',
    `code ${code}`,
    code === 36 ? ['dry_run', 'drive_fault'] : ['drive_fault'],
    SHORT_H,
    () => ({
      drive_trip: { code },
    }),
  ),
);
const filters = [5, 20, 80].map((times) =>
  row(
    'clogged_filter',
    `friction x${times}`,
    ['clogged_suction'],
    WEEK_H,
    () => ({ clogged_filter: { friction_times: times } }),
    ['worn_impeller', 'pressure_off', 'no_flow', 'endless_run', 'behaves_differently', 'dry_run', 'low_well'],
  ),
);
const bearings = [0.2, 0.4].map((share) =>
  row(
    'stiff_bearing',
    `+${100 * share} %`,
    ['over_current', 'behaves_differently'],
    WEEK_H,
    () => ({ stiff_bearing: { share } }),
    ['drive_fault', 'over_temperature'],
  ),
);
const wells = [5, 12].map((metres) =>
  row(
    'low_well',
    `-${metres} m`,
    ['low_well'],
    WEEK_H,
    (spec) => (isWell(spec) ? { low_well: { metres } } : undefined),
    [
      'no_flow',
      'worn_impeller',
      'endless_run',
      'pressure_off',
      'behaves_differently',
      'dry_run',
      'clogged_suction',
    ],
  ),
);

/** The table of faults, and what pump engineers would add to it. */
export const FAULT_ROWS: readonly FaultRow[] = [
  row('dry_run', 'empty well', ['dry_run'], SHORT_H, () => ({ dry_run: {} })),
  row('air_in_suction', '40 %', ['dry_run'], SHORT_H, () => ({ air_in_suction: { share: 0.4 } }), [
    ...['no_flow', 'pressure_off'],
  ]),
  ...bursts,
  ...leaks,
  ...checkValves,
  ...tanks,
  ...blocked,
  ...sensors,
  ...wear,
  ...fans,
  ...voltages,
  ...trips,
  ...filters,
  ...bearings,
  ...wells,
  row(
    'reverse_rotation',
    'turns backwards',
    ['reverse_rotation'],
    SHORT_H,
    () => ({ reverse_rotation: {} }),
    [...['no_flow', 'pressure_off', 'dry_run', 'sensor_fault']],
  ),
  row('frost', '-5 °C', ['frost'], SHORT_H, () => ({ frost: { ambient_c: -5 } })),
  {
    ...row('no_run', '30 days', ['seizing', 'unusual_silence'], MONTH_H, () => ({})),
    isEmpty: true,
  },
  ...[-82, -86, -92].map((dbm) =>
    row('weak_wifi', `${dbm} dBm`, ['weak_wifi'], SILENT_H, () => ({
      weak_wifi: { rssi_dbm: dbm },
    })),
  ),
  row('offline', 'no connection', ['board_offline'], SHORT_H, () => ({ wifi_loss: {} })),
  row('fc_link_loss', 'RS-485 cut', ['fc_link_lost'], SHORT_H, () => ({ fc_link_loss: {} })),
  row('clock_unset', 'no clock', ['clock_unset'], SHORT_H, () => ({ clock_unset: {} })),
];

export const rowName = ({ fault, severity }: Pick<FaultRow, 'fault' | 'severity'>) => `${fault} ${severity}`;
