import type { PressureConfig } from '@manoboard/contract/device/device-config';
import type { EventCode, EventSeverity } from '@manoboard/contract/mqtt/event';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import type { Frame } from '@manoboard/domain/history/frame';
import { evaluateProtection, newProtection } from '@manoboard/domain/protection/protection';
import { type PumpFigures, protectionLimits } from '@manoboard/domain/protection/rules';
import { figuresOf } from '@manoboard/domain/pump/pump-card';
import { DAY_S, HOUR_S } from '@manoboard/domain/time';
import type { PlantFaults } from '../faults/site-faults.ts';
import { seededRandom } from '../random.ts';
import { createFrames } from '../reporting/frames.ts';
import { createSimulatedSensors, type Sensors } from '../sensors/sensors.ts';
import type { Demand } from './demand.ts';
import { householdDemand } from './household.ts';
import { motorRpm } from './motor.ts';
import {
  createPlant,
  hasControlPower,
  type Plant,
  type PlantState,
  resumePlant,
  shareW,
  stepPlant,
  switchPlant,
} from './plant.ts';
import { simulatedPump } from './simulated-pump.ts';
import { type Installation, siteOf } from './site.ts';

/** A frame or an event of the board, at its time; fields are as on the wire. */
export type HouseMessage =
  | { kind: 'frame'; atMs: number; fc: 0 | 1; d: Partial<Reading>; na: Frame['na'] }
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
  faults?: PlantFaults;
  /** By default a household of two to five persons, in UTC+1. */
  demand?: Demand;
  /** Whether the board stops the pump by its protection; yes by default. */
  isProtected?: boolean;
  pressureBar?: number;
  /** Pumps and sensor of the house. Defaults of the options: one pump, 4 bar, remote control. */
  installation?: Installation;
  setPointBar?: number;
  runChannel?: number;
  isAsleep?: boolean;
  pressure?: PressureConfig;
  /** Figures of the pump that the board knows; by default those of the published one. */
  pump?: PumpFigures;
  /** State of a plant that this one continues, with the same options. */
  resumed?: PlantState;
  /** Lengths of a step while the motor turns and of a poll; longer ones are faster and less exact. */
  stepS?: number;
  pollS?: number;
  /** Length of a step while the pump sleeps, whole seconds; that of a poll by default. */
  quietS?: number;
  frameSeconds?: { running: number; idle: number };
}

const STEP_S = 0.1;
const POLL_S = 1;
/** While the pump sleeps nothing changes quickly. */
const QUIET_POLL_S = 5;
const AHEAD_S = HOUR_S;
/** As of a board without a configuration. */
const USUAL_FRAMES = { running: 5, idle: 30 };
const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** Meters are truncated, as in the drive's registers: a rounded one would decrease when the live board takes over. */
const cut = (value: number, decimals: number) => Math.floor(value * 10 ** decimals) / 10 ** decimals;

type Settings = Pick<FastHouseOptions, 'runChannel' | 'pressure'>;

function readingOf(plant: Plant, sensors: Sensors, { runChannel = 2, pressure }: Settings): Partial<Reading> {
  const { temperatureC = 0, analogInput2V = 0, analogInput3V = 0, rssiDbm = 0 } = sensors.read();
  const own = {
    temperature_mnb: round(temperatureC, 1),
    analog_input_2: round(analogInput2V, 2),
    analog_input_3: round(analogInput3V, 2),
    rssi: rssiDbm,
  };
  if (plant.faults.fc_link_loss || !hasControlPower(plant)) return own;
  const { motor } = siteOf(plant.installation);
  const running = plant.faults.reverse_rotation ? 2 : 1;
  return {
    ...own,
    on_off_state_r: plant.faultCode > 0 ? 4 : plant.isOn ? running : 3,
    modbus: runChannel,
    pressure_control: 0,
    frequency_fc: round(plant.frequencyHz, 2),
    required_pressure: round(plant.setPointBar / (pressure?.normalizer ?? 1), 3),
    pressure: round(Math.max(0, plant.sensedBar), 2),
    motor_current: round(plant.installation.pumps * motor.currentA(plant.frequencyHz, shareW(plant)), 1),
    motor_rpm: Math.round(motorRpm(plant.frequencyHz)),
    motor_power: round(plant.powerW / 1000, 2),
    bus_voltage: round(plant.busV, 1),
    temperature_fc: round(plant.driveC, 1),
    electro_meter: cut(plant.energyKwh, 1),
    motor_operating_hours: cut(plant.operatingH, 0),
    fault: plant.faultCode,
  };
}

/** A pump that sleeps needs no small steps: only the tank empties. */
const isQuiet = ({ frequencyHz, controller, isOn, faults }: Plant) =>
  frequencyHz === 0 && (controller.mode === 'asleep' || !isOn) && !faults.sensor_break;

/** Advances by a poll and returns its length. */
function advancePlant(plant: Plant, pollS: number, stepS: number, quietS: number): number {
  if (isQuiet(plant)) {
    stepPlant(plant, quietS);
    return quietS;
  }
  const steps = pollS / stepS;
  for (let i = 0; i < steps; i++) stepPlant(plant, pollS / steps);
  return pollS;
}

/**
 * A house and its board in simulated time, without drive registers and MQTT: the physics, the frames and the protection
 * are those of the board. A day takes less than a second.
 */
export function createFastHouse({ seed, startMs, demand, pressureBar = 4.2, ...more }: FastHouseOptions) {
  const { faults = {}, isProtected = true, installation, setPointBar = 4, isAsleep = true } = more;
  const { pollS = POLL_S, stepS = STEP_S, quietS = pollS } = more;
  const life = seededRandom(seed);
  const persons = 2 + Math.floor(4 * life());
  const startsAtS = (startMs / 1000 + AHEAD_S) % DAY_S;
  const plant = createPlant({
    random: seededRandom(seed ^ 0x85eb_ca6b),
    demand: demand ?? householdDemand({ random: life, persons, startsAtS }),
    setPointBar,
    pressureBar,
    isOn: true,
    isAsleep,
    energyKwh: 1000,
    operatingH: 3000,
    faults,
    ...(installation && { installation }),
  });
  if (more.resumed) resumePlant(plant, more.resumed);
  const sensors = createSimulatedSensors({ now: () => plant }, seededRandom(seed ^ 0x9e37_79b9));
  const frames = createFrames(() => more.frameSeconds ?? USUAL_FRAMES);
  const limits = protectionLimits(
    more.pressure,
    more.pump ?? figuresOf(simulatedPump(plant.installation.pumps)),
  );
  const { sensor } = siteOf(plant.installation);
  let protection = newProtection();

  function protect(d: Partial<Reading>, atMs: number, publish: (message: HouseMessage) => void): void {
    if (d.frequency_fc === undefined || !isProtected) return;
    const sample = {
      isOn: plant.isOn,
      canCommand: true,
      frequencyHz: d.frequency_fc,
      pressureBar: d.pressure,
      sensorV: sensor.input === 2 ? d.analog_input_2 : undefined,
      powerW: plant.powerW,
      requiredBar: plant.setPointBar,
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
      for (let s = 0, passedS = 0; s < seconds; s += passedS) {
        passedS = advancePlant(plant, pollS, stepS, Math.min(quietS, seconds - s));
        if (isQuiet(plant) && s % QUIET_POLL_S !== 0) continue;
        const atMs = startMs + Math.round(1000 * plant.timeS);
        const d = readingOf(plant, sensors, more);
        protect(d, atMs, publish);
        const frame = frames.next({ fc: d.on_off_state_r === undefined ? 0 : 1, d }, atMs);
        if (frame) publish({ kind: 'frame', atMs, fc: frame.fc, d: frame.d, na: frame.na ?? [] });
      }
    },
  };
}
export type FastHouse = ReturnType<typeof createFastHouse>;
