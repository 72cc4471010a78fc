import { protectionLimits } from '@manoboard/domain/protection/rules';
import { figuresOf } from '@manoboard/domain/pump/pump-card';
import { RunChannel } from '../src/drive/drive.ts';
import { createSimulatedGd10 } from '../src/drive/simulated/simulated-gd10.ts';
import { driveOf, portOf } from '../src/drive/simulated-drive.ts';
import { createFaultSwitches, type FaultSwitches } from '../src/faults/fault-switches.ts';
import type { FaultName } from '../src/faults/faults.ts';
import { noDemand, steadyDemand } from '../src/plant/demand.ts';
import { followClock } from '../src/plant/live-plant.ts';
import { motorCurrentA } from '../src/plant/motor.ts';
import { createPlant, type Plant } from '../src/plant/plant.ts';
import { simulatedPump } from '../src/plant/simulated-pump.ts';
import { createProtection } from '../src/protection/protection.ts';
import { seededRandom } from '../src/random.ts';
import { measurementOf, readDrive } from '../src/reporting/measurement.ts';
import { createSimulatedSensors } from '../src/sensors/sensors.ts';
import { fakeClock } from './fake-clock.ts';
import { at4Bar, run, startsPerHour } from './plant.ts';

/** Signature of the simulated world under a fault: the tested numbers and their documentation. */
export interface Signature {
  numbers: Record<string, number>;
  text: string;
}

const LIMITS = protectionLimits({}, figuresOf(simulatedPump(1)));

const fixed = (value: number, decimals: number) => value.toFixed(decimals);

function plantAt(flowLpm: number, switches: FaultSwitches, pressureBar = 4): Plant {
  return createPlant({
    random: seededRandom(7),
    demand: flowLpm === 0 ? noDemand : steadyDemand(at4Bar(flowLpm)),
    faults: switches.active,
    setPointBar: 4,
    pressureBar,
    isOn: true,
    isAsleep: flowLpm === 0,
    energyKwh: 0,
    operatingH: 0,
  });
}

const measure = (plant: Plant) => ({
  hz: plant.frequencyHz,
  bar: plant.sensedBar,
  trueBar: plant.pressureBar,
  pumpBar: plant.pumpBar,
  watt: plant.powerW,
  ampere: motorCurrentA(plant.frequencyHz, plant.powerW),
  lpm: plant.flowLpm,
  busV: plant.busV,
  driveC: plant.driveC,
  faultCode: plant.faultCode,
});
const format = ({ hz, bar, watt, ampere }: ReturnType<typeof measure>) =>
  `${fixed(hz, 1)} Hz, ${fixed(Math.max(0, bar), 2)} bar, ${fixed(watt, 0)} W, ${fixed(ampere, 2)} A`;

/** Seconds for which the protection sees the usual state first. */
const USUAL_S = 3;

/** Seconds from the fault to the alarm of the protection for a pump at this duty; -1 if never. */
async function guardedStopS(flowLpm: number, fault: FaultName): Promise<number> {
  const clock = fakeClock();
  const switches = createFaultSwitches();
  const plant = followClock(run(plantAt(flowLpm, switches), 60), clock);
  const drive = driveOf(portOf(createSimulatedGd10(plant, RunChannel.communication)), plant);
  const sensors = createSimulatedSensors(plant, seededRandom(1));
  let stoppedS = -1;
  const protection = createProtection({
    drive,
    clock,
    limits: () => LIMITS,
    sensorOf: ({ analog_input_2 }) => analog_input_2,
    onProtection({ raised, sev }) {
      if (raised && sev === 'alarm') stoppedS = clock.elapsedMs() / 1000;
    },
  });
  let beganS = 0;
  for (let s = 0; s < 300 && stoppedS < 0; s++) {
    if (s === USUAL_S) {
      switches.on(fault);
      beganS = clock.elapsedMs() / 1000;
    }
    await clock.advance(1000);
    const state = await readDrive(drive);
    await protection.see(
      state,
      measurementOf(state, sensors, (bar) => bar),
    );
  }
  return stoppedS < 0 ? stoppedS : stoppedS - beganS;
}

async function dryRun(): Promise<Signature> {
  const switches = createFaultSwitches();
  const plant = run(plantAt(20, switches), 30);
  switches.on('dry_run');
  const seen = measure(run(plant, 60));
  const stopS = await guardedStopS(46, 'dry_run');
  return {
    numbers: { ...seen, stopS },
    text: `${format(seen)}; from 46 l/min the board stops it after ${stopS} s (DRY_RUN), tries again after 1, 5 and 20 h`,
  };
}

async function pipeBurst(): Promise<Signature> {
  const switches = createFaultSwitches();
  const plant = run(plantAt(20, switches), 30);
  switches.on('pipe_burst');
  const seen = measure(run(plant, 60));
  const stopS = await guardedStopS(46, 'pipe_burst');
  return {
    numbers: { ...seen, stopS },
    text: `${format(seen)}, ${fixed(seen.lpm, 0)} l/min; the board stops it after ${stopS} s (PIPE_BURST)`,
  };
}

function starts(leakLpm: number, precharge?: { precharge_bar: number; gas_l: number }): number {
  const switches = createFaultSwitches();
  switches.on('leak', { flow_lpm: leakLpm });
  if (precharge) switches.on('wrong_precharge', precharge);
  return startsPerHour(plantAt(0, switches, 4.3), 12);
}

function leak(): Signature {
  const numbers = { at02: starts(0.2), at1: starts(1) };
  return {
    numbers,
    text: `${fixed(numbers.at02, 1)} starts an hour at 0.2 l/min, ${fixed(numbers.at1, 1)} at 1 l/min, evenly spaced`,
  };
}

function wrongPrecharge(): Signature {
  const small = { precharge_bar: 2.8, gas_l: 2 };
  const numbers = {
    lowAt1: starts(1, { precharge_bar: 1, gas_l: 24 }) / starts(1),
    smallAt1: starts(1, small) / starts(1),
    smallAt02: starts(0.2, small) / starts(0.2),
  };
  return {
    numbers,
    text: `starts × ${fixed(numbers.lowAt1, 1)} at a precharge of 1 bar; with 2 l of gas × ${fixed(numbers.smallAt1, 1)} at 1 l/min and × ${fixed(numbers.smallAt02, 1)} at 0.2 l/min`,
  };
}

async function blockedOutlet(): Promise<Signature> {
  const before = createFaultSwitches();
  const full = run(plantAt(100, before), 60);
  before.on('blocked_outlet');
  const trapped = measure(run(full, 2));
  const behind = createFaultSwitches();
  const plant = run(plantAt(20, behind), 30);
  behind.on('blocked_outlet', { sensor_side: 0 });
  const noFlow = measure(run(plant, 60));
  const stopS = await guardedStopS(100, 'blocked_outlet');
  return {
    numbers: { trappedBar: trapped.pumpBar, watt: noFlow.watt, hz: noFlow.hz, lpm: noFlow.lpm, stopS },
    text: `sensor on the pump’s side: ${fixed(trapped.pumpBar, 2)} bar trapped behind the check valve when it runs at 50 Hz, the board stops it after ${stopS} s (OVER_PRESSURE); sensor on the house’s side: ${fixed(noFlow.hz, 1)} Hz, ${fixed(noFlow.lpm, 0)} l/min, ${fixed(noFlow.watt, 0)} W, NO_FLOW after 60 s on the no-flow curve`,
  };
}

async function sensorBreak(): Promise<Signature> {
  const switches = createFaultSwitches();
  const plant = run(plantAt(0, switches), 30);
  switches.on('sensor_break');
  const seen = measure(run(plant, 600));
  const stopS = await guardedStopS(46, 'sensor_break');
  return {
    numbers: { ...seen, stopS },
    text: `reading ${fixed(seen.bar, 2)} bar, ${fixed(seen.hz, 1)} Hz, true pressure ${fixed(seen.trueBar, 2)} bar without a stop; the board stops it after ${stopS} s (SENSOR_BREAK)`,
  };
}

function wornImpeller(): Signature {
  const at = (head_percent: number) => {
    const switches = createFaultSwitches();
    switches.on('worn_impeller', { head_percent });
    return measure(run(plantAt(46, switches), 180));
  };
  const [fresh, at95, at90, at85] = [at(100), at(95), at(90), at(85)];
  const numbers = {
    hz100: fresh.hz,
    hz95: at95.hz,
    hz90: at90.hz,
    hz85: at85.hz,
    watt100: fresh.watt,
    watt95: at95.watt,
    watt90: at90.watt,
    watt85: at85.watt,
  };
  const list = (pick: (seen: typeof fresh) => string) => [at95, at90, at85].map(pick).join('/');
  return {
    numbers,
    text: `at 46 l/min ${fixed(fresh.hz, 1)} → ${list(({ hz }) => fixed(hz, 1))} Hz and ${fixed(fresh.watt, 0)} → ${list(({ watt }) => fixed(watt, 0))} W at 95/90/85 % head`,
  };
}

function failedFan(): Signature {
  const warm = (isFailed: boolean, ambient_c = 30) => {
    const switches = createFaultSwitches();
    if (isFailed) switches.on('failed_fan', { ambient_c });
    return measure(run(plantAt(55, switches), 3 * 3600));
  };
  const [usual, failed, hot] = [warm(false), warm(true), warm(true, 45)];
  return {
    numbers: { usualC: usual.driveC, failedC: failed.driveC, hotCode: hot.faultCode },
    text: `at 55 l/min (${fixed(usual.watt, 0)} W) ${fixed(usual.driveC, 0)} °C with its fan, ${fixed(failed.driveC, 0)} °C without; in a room of 45 °C the drive trips with fault ${hot.faultCode} (OH2) at 100 °C`,
  };
}

function underVoltage(): Signature {
  const at = (mains_v: number, isOn = true) => {
    const switches = createFaultSwitches();
    const plant = run(plantAt(46, switches), 60);
    plant.isOn = isOn;
    switches.on('under_voltage', { mains_v });
    return measure(run(plant, 10));
  };
  const [low, trip] = [at(170), at(130)];
  return {
    numbers: { lowV: low.busV, lowCode: low.faultCode, tripV: trip.busV, tripCode: trip.faultCode },
    text: `170 V: bus ${fixed(low.busV, 0)} V, runs on; 130 V: bus ${fixed(trip.busV, 0)} V, 2100H = 4 with fault ${trip.faultCode} if it was on, 2100H = 5 if it was off; below about 57 V the drive no longer answers`,
  };
}

/** Seconds from the return of the mains, or from a trip, until the pump is on again without a command; -1 if never. */
function selfStart(): Signature {
  const startS = (mains_v: number, isSet = true) => {
    const switches = createFaultSwitches();
    const clock = fakeClock();
    const plant = run(plantAt(46, switches), 60);
    const drive = createSimulatedGd10(followClock(plant, clock), RunChannel.communication);
    if (isSet) switches.on('self_start');
    drive.read(0x2100, 1);
    switches.on('under_voltage', { mains_v });
    run(plant, 10);
    switches.off('under_voltage');
    for (let tenths = 0; tenths < 600; tenths++) if (run(plant, 0.1).isOn) return (tenths + 1) / 10;
    return -1;
  };
  const numbers = {
    cutS: startS(0),
    tripS: startS(130),
    usualS: startS(0, false),
  };
  return {
    numbers,
    text: `P01.21 = 1: on again ${fixed(numbers.cutS, 0)} s after the mains is back; P08.28 = 3: on again ${fixed(numbers.tripS, 0)} s after the cause of a trip is gone, at most three times; both without a command`,
  };
}

/** The measured faults of the simulated world. */
export async function measureSignatures() {
  return {
    dry_run: await dryRun(),
    pipe_burst: await pipeBurst(),
    leak: leak(),
    wrong_precharge: wrongPrecharge(),
    blocked_outlet: await blockedOutlet(),
    sensor_break: await sensorBreak(),
    worn_impeller: wornImpeller(),
    failed_fan: failedFan(),
    under_voltage: underVoltage(),
    self_start: selfStart(),
  };
}
