import {
  judge,
  newProtection,
  type ProtectionOrder,
  reset,
  stayStopped,
} from '@manoboard/domain/protection/protection';
import { DEFAULT_LIMITS, type ProtectionSample } from '@manoboard/domain/protection/rules';

export const HOUR_S = 3600;
export const regulating: ProtectionSample = {
  isOn: true,
  canCommand: true,
  frequencyHz: 40.7,
  pressureBar: 4,
  sensorV: 4,
  powerW: 683,
  requiredBar: 4,
};
export const asleep: ProtectionSample = {
  ...regulating,
  frequencyHz: 0,
  powerW: 0,
  pressureBar: 4.3,
  sensorV: 4.3,
};
export const stopped: ProtectionSample = { ...asleep, isOn: false };
export const dry: ProtectionSample = {
  ...regulating,
  frequencyHz: 50,
  pressureBar: 0,
  sensorV: 0,
  powerW: 314,
};
export const burst: ProtectionSample = {
  ...regulating,
  frequencyHz: 50,
  pressureBar: 0.5,
  sensorV: 0.5,
  powerW: 1378,
};
export const broken: ProtectionSample = {
  ...regulating,
  frequencyHz: 50,
  pressureBar: 0,
  sensorV: 0,
  powerW: 900,
};
export const blocked: ProtectionSample = {
  ...regulating,
  frequencyHz: 50,
  pressureBar: 0.8,
  sensorV: 0.8,
  powerW: 896,
};
export const high: ProtectionSample = { ...regulating, pressureBar: 6.1, sensorV: 6.1 };

/** Runs the protection at one poll per second; records each order with its second. */
export function watchPump() {
  let state = newProtection();
  let nowS = 0;
  let log: string[] = [];
  const note = (orders: ProtectionOrder[]) => {
    for (const order of orders) {
      const what = 'code' in order ? `${order.act} ${order.code}` : order.act;
      log.push(`${nowS} ${what}`);
    }
  };
  return {
    see(sample: ProtectionSample | undefined, seconds = 1) {
      // Spans of hours use one poll per minute: nothing happens in between.
      const everyS = seconds >= HOUR_S && seconds % 60 === 0 ? 60 : 1;
      for (let i = 0; i < seconds; i += everyS) {
        const verdict = judge(state, sample, DEFAULT_LIMITS, 1000 * nowS);
        state = verdict.state;
        note(verdict.orders);
        nowS += everyS;
      }
      return this;
    },
    personStarts() {
      const verdict = reset(state);
      state = verdict.state;
      note(verdict.orders);
      return this;
    },
    personStops() {
      state = stayStopped(state);
      return this;
    },
    /** The orders since the last call, without the initial clearing of events of an earlier start. */
    orders() {
      const recent = log.filter((line) => !/^0 clear/.test(line));
      log = [];
      return recent;
    },
  };
}
