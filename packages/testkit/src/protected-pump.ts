import {
  cancelRetries,
  evaluateProtection,
  newProtection,
  type ProtectionAction,
  resetProtection,
} from '@manoboard/domain/protection/protection';
import {
  type ProtectionSample,
  type PumpFigures,
  protectionLimits,
} from '@manoboard/domain/protection/rules';
import { HOUR_S } from '@manoboard/domain/time';

/** Figures of the pump of these samples. */
const FIGURES: PumpFigures = { ratedPowerW: 1386, noFlowPowerW: 896.4 };
export const LIMITS = protectionLimits({}, FIGURES);

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

/** Runs the protection at one poll per second; records each action with its second. */
export function watchPump() {
  let state = newProtection();
  let nowS = 0;
  let log: string[] = [];
  const note = (actions: ProtectionAction[]) => {
    for (const action of actions) {
      const what = 'code' in action ? `${action.act} ${action.code}` : action.act;
      log.push(`${nowS} ${what}`);
    }
  };
  return {
    see(sample: ProtectionSample | undefined, seconds = 1) {
      // Spans of hours use one poll per minute: nothing happens in between.
      const everyS = seconds >= HOUR_S && seconds % 60 === 0 ? 60 : 1;
      for (let i = 0; i < seconds; i += everyS) {
        const result = evaluateProtection(state, sample, LIMITS, 1000 * nowS);
        state = result.state;
        note(result.actions);
        nowS += everyS;
      }
      return this;
    },
    personStarts() {
      const result = resetProtection(state);
      state = result.state;
      note(result.actions);
      return this;
    },
    personStops() {
      state = cancelRetries(state);
      return this;
    },
    /** The actions since the last call, without the initial clearing of events of an earlier start. */
    actions() {
      const recent = log.filter((line) => !/^0 clear/.test(line));
      log = [];
      return recent;
    },
  };
}
