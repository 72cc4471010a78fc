import type { Clock } from '../clock.ts';

/** The part of the simulated world that a fault acts on. */
export type FaultPlace = 'plant' | 'drive' | 'link' | 'clock' | 'commands';

/** Parameter of a fault, with its bounds and default. */
export interface FaultParameter {
  readonly low: number;
  readonly high: number;
  readonly initial: number;
  readonly unit: string;
  readonly isWhole?: true;
}

interface FaultRow<P extends Record<string, FaultParameter>> {
  readonly acts: FaultPlace;
  readonly params: P;
  /** Effect of the fault, in one sentence. */
  readonly sentence: string;
}
const fault = <const P extends Record<string, FaultParameter>>(row: FaultRow<P>) => row;

/** Every fault that can be switched on a running board; panel, page and tests are generated from this table. */
export const faults = {
  dry_run: fault({
    acts: 'plant',
    params: {},
    sentence: 'The well is empty: the pump turns in air, lifts nothing and takes little power.',
  }),
  pipe_burst: fault({
    acts: 'plant',
    params: { flow_lpm: { low: 150, high: 600, initial: 300, unit: 'l/min' } },
    sentence: 'A pipe is open: so much runs out at 3 bar, and the pump cannot hold the pressure.',
  }),
  leak: fault({
    acts: 'plant',
    params: { flow_lpm: { low: 0.05, high: 20, initial: 1, unit: 'l/min' } },
    sentence: 'Water seeps away without a pause, so much at 3 bar.',
  }),
  wrong_precharge: fault({
    acts: 'plant',
    params: {
      precharge_bar: { low: 0.1, high: 6, initial: 1, unit: 'bar' },
      gas_l: { low: 0.5, high: 24, initial: 24, unit: 'l' },
    },
    sentence: 'The tank lost air: it holds this volume of gas at this precharge.',
  }),
  blocked_outlet: fault({
    acts: 'plant',
    params: { sensor_side: { low: 0, high: 1, initial: 1, unit: '', isWhole: true } },
    sentence:
      'Nothing passes from the pump to the tank; the sensor is on the pump’s side (1) or the house’s (0).',
  }),
  sensor_break: fault({
    acts: 'plant',
    params: { reading_v: { low: 0, high: 12, initial: 0, unit: 'V' } },
    sentence: 'The wire of the pressure sensor is broken: board and drive read this voltage instead.',
  }),
  worn_impeller: fault({
    acts: 'plant',
    params: { head_percent: { low: 50, high: 100, initial: 90, unit: '%' } },
    sentence: 'The impeller is worn: this share of its closed-valve head is left.',
  }),
  failed_fan: fault({
    acts: 'plant',
    params: { ambient_c: { low: -10, high: 50, initial: 30, unit: '°C' } },
    sentence: 'The drive’s fan stands still, in a room of this temperature.',
  }),
  under_voltage: fault({
    acts: 'plant',
    params: { mains_v: { low: 0, high: 230, initial: 130, unit: 'V' } },
    sentence: 'The mains brings only this voltage.',
  }),
  self_start: fault({
    acts: 'drive',
    params: {
      restart: { low: 0, high: 1, initial: 1, unit: '', isWhole: true },
      restart_s: { low: 0, high: 3600, initial: 5, unit: 's' },
      resets: { low: 0, high: 10, initial: 3, unit: '', isWhole: true },
      reset_s: { low: 0.1, high: 3600, initial: 5, unit: 's' },
    },
    sentence:
      'The drive starts without a command: after a power cut (P01.21, P01.22), and after faults that it resets (P08.28, P08.29).',
  }),
  fc_link_loss: fault({
    acts: 'drive',
    params: {},
    sentence: 'The RS-485 line is cut: the drive answers nothing, and goes on as it was.',
  }),
  frozen_register: fault({
    acts: 'drive',
    params: { register: { low: 0, high: 65_535, initial: 12_288, unit: '', isWhole: true } },
    sentence: 'One register answers for ever with the value it had when the fault began.',
  }),
  lost_register: fault({
    acts: 'drive',
    params: { register: { low: 0, high: 65_535, initial: 12_292, unit: '', isWhole: true } },
    sentence: 'One register cannot be read: the drive refuses it, and every stretch that holds it.',
  }),
  ack_without_effect: fault({
    acts: 'drive',
    params: {},
    sentence: 'The drive confirms every write and does nothing.',
  }),
  wifi_loss: fault({
    acts: 'link',
    params: {},
    sentence: 'The board is out of the network, without a goodbye; it keeps regulating.',
  }),
  delayed_frames: fault({
    acts: 'link',
    params: { delay_s: { low: 1, high: 600, initial: 20, unit: 's' } },
    sentence: 'Frames and events reach the broker so much later.',
  }),
  duplicated_frames: fault({
    acts: 'link',
    params: { copies: { low: 2, high: 5, initial: 2, unit: '', isWhole: true } },
    sentence: 'Every frame and event is sent so many times.',
  }),
  reordered_frames: fault({
    acts: 'link',
    params: { group: { low: 2, high: 10, initial: 3, unit: '', isWhole: true } },
    sentence: 'Frames and events are held in groups of this size and sent newest first.',
  }),
  clock_unset: fault({
    acts: 'clock',
    params: {},
    sentence: 'The board does not know the time: its frames carry ts 0, and it obeys stop alone.',
  }),
  lost_ack: fault({
    acts: 'commands',
    params: {},
    sentence: 'The board does what it is told, and its answer is lost on the way.',
  }),
};

export type FaultName = keyof typeof faults;
export type FaultParams<N extends FaultName> = {
  readonly [P in keyof (typeof faults)[N]['params']]: number;
};
/** Active faults with their parameters. */
export type ActiveFaults = { [N in FaultName]?: FaultParams<N> };

export const FAULT_NAMES = Object.keys(faults) as FaultName[];

export const isFaultName = (name: unknown): name is FaultName =>
  typeof name === 'string' && Object.hasOwn(faults, name);

/** A row's parameters by name, untyped, for loops over all faults. */
export const parametersOf = (name: FaultName): Readonly<Record<string, FaultParameter>> =>
  faults[name].params;

/** The board's clock: monotonic time continues, wall time may be unset. */
export const faultyClock = (clock: Clock, active: Readonly<ActiveFaults>): Clock => ({
  ...clock,
  unixMs: () => (active.clock_unset ? undefined : clock.unixMs()),
});
