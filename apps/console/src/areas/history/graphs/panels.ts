import type { HistoryMetric } from '@manoboard/contract/history/history';

/** One quantity of the graphs. */
export interface Panel {
  id:
    | 'pressure'
    | 'flow'
    | 'frequency'
    | 'load'
    | 'current'
    | 'consumption'
    | 'fcTemperature'
    | 'boardTemperature';
  metric: HistoryMetric;
  /** A CSS variable. */
  colour: string;
  unit: string;
  digits: number;
  fromZero: boolean;
  leastSpan: number;
  isLarge?: true;
}

/** R4.13: the panels in the order of the page: what a house notices first, then the motor. */
export const PANELS: readonly Panel[] = [
  {
    id: 'pressure',
    metric: 'pressure',
    colour: '--c-pressure',
    unit: 'bar',
    digits: 2,
    fromZero: false,
    leastSpan: 2,
    isLarge: true,
  },
  {
    id: 'flow',
    metric: 'flow',
    colour: '--c-flow',
    unit: 'l/min',
    digits: 0,
    fromZero: true,
    leastSpan: 10,
  },
  {
    id: 'consumption',
    metric: 'motor_power',
    colour: '--c-load',
    unit: 'kW',
    digits: 2,
    fromZero: true,
    leastSpan: 0.2,
  },
  {
    id: 'frequency',
    metric: 'frequency_fc',
    colour: '--c-freq',
    unit: 'Hz',
    digits: 1,
    fromZero: true,
    leastSpan: 10,
  },
  {
    id: 'load',
    metric: 'load',
    colour: '--c-torque',
    unit: 'N·m',
    digits: 2,
    fromZero: true,
    leastSpan: 1,
  },
  {
    id: 'current',
    metric: 'motor_current',
    colour: '--c-current',
    unit: 'A',
    digits: 2,
    fromZero: true,
    leastSpan: 1,
  },
  {
    id: 'fcTemperature',
    metric: 'temperature_fc',
    colour: '--c-temp',
    unit: '°C',
    digits: 1,
    fromZero: false,
    leastSpan: 10,
  },
  {
    id: 'boardTemperature',
    metric: 'temperature_mnb',
    colour: '--c-board',
    unit: '°C',
    digits: 1,
    fromZero: false,
    leastSpan: 10,
  },
];

/** What a person asks first; the others open with a button. */
export const FIRST_PANELS: readonly Panel['id'][] = ['pressure', 'flow', 'consumption'];

/** Metrics of all panels, loaded in one request. */
export const METRICS: readonly HistoryMetric[] = [
  ...PANELS.map(({ metric }) => metric),
  'flow_error',
  'required_pressure',
];

/** Quantities of the combined graph until the user chooses others. */
export const DEFAULT_OVERLAY: readonly Panel['id'][] = ['pressure', 'frequency', 'current'];
