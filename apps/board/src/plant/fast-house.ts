import type { EventCode, EventSeverity } from '@manoboard/contract/mqtt/event';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import { evaluateProtection, newProtection } from '@manoboard/domain/protection/protection';
import { protectionLimits } from '@manoboard/domain/protection/rules';
import type { ActiveFaults } from '../faults/faults.ts';
import { normal, type Random, seededRandom } from '../random.ts';
import { createFrames } from '../reporting/frames.ts';
import type { Demand } from './demand.ts';
import { householdDemand } from './household.ts';
import { motorCurrentA } from './motor.ts';
import { createPlant, hasControlPower, type Plant, shareW, stepPlant, switchPlant } from './plant.ts';
import { barPerVolt } from './sensing.ts';

/** A frame or an event of the board, at its time; fields are as on the wire. */
export type HouseMessage =
  | { kind: 'frame'; atMs: number; fc: 0 | 1; d: Partial<Reading>; na: readonly (keyof Reading)[] }
  | {
      kind: 'event';
      atMs: number;
      code: EventCode;
      isRaised: boolean;
      sev: EventSeverity;
      d: Partial<Reading>;
    };

export interface FastHouseOptions {
  seed: number;
  startMs: number;
  faults?: ActiveFaults;
  /** By default a household of two to five persons, in UTC+1. */
  demand?: Demand;
  /** Whether the board stops the pump by its protection; yes by default. */
  isProtected?: boolean;
  pressureBar?: number;
}

const STEP_S = 0.1;
const POLL_S = 1;
/** While the pump sleeps nothing changes quickly. */
const QUIET_POLL_S = 5;
const DAY_S = 86_400;
const AHEAD_S = 3600;
const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

function readingOf(plant: Plant, random: Random): Partial<Reading> {
  const own = { temperature_mnb: 36, analog_input_3: 2.37, rssi: Math.round(-61 + normal(random)) };
  const volt = round(plant.sensedBar / barPerVolt(plant), 2);
  if (plant.faults.fc_link_loss || !hasControlPower(plant)) return { ...own, analog_input_2: volt };
  const state = plant.faultCode > 0 ? 4 : plant.isOn ? 1 : 3;
  return {
    ...own,
    analog_input_2: volt,
    on_off_state_r: state,
    modbus: 2,
    pressure_control: 0,
    frequency_fc: round(plant.frequencyHz, 2),
    required_pressure: plant.setPointBar,
    pressure: round(plant.sensedBar, 2),
    motor_current: plant.frequencyHz > 0 ? round(motorCurrentA(plant.frequencyHz, shareW(plant)), 1) : 0,
    motor_power: round(plant.powerW / 1000, 2),
    bus_voltage: round(plant.busV, 1),
    temperature_fc: round(plant.driveC, 1),
    electro_meter: round(plant.energyKwh, 1),
    motor_operating_hours: Math.floor(plant.operatingH),
    fault: plant.faultCode,
  };
}

/** A pump that sleeps needs no small steps: only the tank empties. */
const isQuiet = ({ frequencyHz, controller, isOn, faults }: Plant) =>
  frequencyHz === 0 && (controller.mode === 'asleep' || !isOn) && !faults.sensor_break;

function advancePlant(plant: Plant): void {
  const steps = isQuiet(plant) ? 1 : POLL_S / STEP_S;
  for (let i = 0; i < steps; i++) stepPlant(plant, POLL_S / steps);
}

/**
 * A house and its board in simulated time, without drive registers and MQTT: the physics, the frames and the protection
 * are those of the board. A day takes less than a second.
 */
export function createFastHouse({ seed, startMs, demand, pressureBar = 4.2, ...more }: FastHouseOptions) {
  const { faults = {}, isProtected = true } = more;
  const life = seededRandom(seed);
  const noise = seededRandom(seed ^ 0x9e37_79b9);
  const persons = 2 + Math.floor(4 * life());
  const startsAtS = (startMs / 1000 + AHEAD_S) % DAY_S;
  const plant = createPlant({
    random: seededRandom(seed ^ 0x85eb_ca6b),
    demand: demand ?? householdDemand({ random: life, persons, startsAtS }),
    ...{ setPointBar: 4, pressureBar, isOn: true, isAsleep: true, energyKwh: 1000, operatingH: 3000, faults },
  });
  const frames = createFrames();
  const limits = protectionLimits();
  let protection = newProtection();

  function protect(d: Partial<Reading>, atMs: number, publish: (message: HouseMessage) => void): void {
    if (d.frequency_fc === undefined || !isProtected) return;
    const sample = {
      ...{ isOn: plant.isOn, canCommand: true, frequencyHz: d.frequency_fc, pressureBar: d.pressure },
      ...{ sensorV: d.analog_input_2, powerW: plant.powerW, requiredBar: plant.setPointBar },
    };
    const { state, actions } = evaluateProtection(protection, sample, limits, atMs);
    protection = state;
    for (const action of actions)
      if ('code' in action) {
        const { code, sev, act } = action;
        publish({ kind: 'event', atMs, code, sev, isRaised: act === 'raise', d });
      } else switchPlant(plant, action.act === 'start');
  }

  return {
    plant,
    faults,
    /** Runs the house for this time and passes on what its board publishes. */
    run(seconds: number, publish: (message: HouseMessage) => void): void {
      for (let s = 0; s < seconds; s += POLL_S) {
        advancePlant(plant);
        if (isQuiet(plant) && s % QUIET_POLL_S !== 0) continue;
        const atMs = startMs + Math.round(1000 * plant.timeS);
        const d = readingOf(plant, noise);
        protect(d, atMs, publish);
        const frame = frames.next({ fc: d.on_off_state_r === undefined ? 0 : 1, d }, atMs);
        if (frame) publish({ kind: 'frame', atMs, fc: frame.fc, d: frame.d, na: frame.na ?? [] });
      }
    },
  };
}
