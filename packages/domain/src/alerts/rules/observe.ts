import { findFault } from '../../fc/faults.ts';
import { dryTimeMs } from '../../protection/dry-time.ts';
import {
  dryRate,
  fallenBar,
  heldLoad,
  isAboveRange,
  isAiry,
  metConditions,
  protectionLimits,
} from '../../protection/rules.ts';
import { estimateFlow } from '../../pump/flow-estimate.ts';
import { switchOf } from '../../pump/pump.ts';
import { figuresOf, sensorVoltage } from '../../pump/pump-card.ts';
import { HOUR_MS } from '../../time.ts';
import { zoneOf } from '../../time-zone.ts';
import { observeBus } from './bus-volts.ts';
import { observePauses } from './cycle-pauses.ts';
import { observeHeat } from './drive-heat.ts';
import type { FrameInput, RuleInput, Sample } from './inputs.ts';
import { PUMP, type PumpPhase, type RuleMemory } from './memory.ts';
import { observeNight } from './night.ts';
import { acceptParameters, observeParameters } from './parameters.ts';
import { observeHead } from './pump-head.ts';
import { restedMs } from './rests.ts';
import type { AlertSettings } from './settings.ts';
import { observeSilence, observeStill } from './silence.ts';
import { observeStartDays } from './start-days.ts';
import { observeCommand, observeStartEvent, observeState } from './started-itself.ts';
import { observeFlow } from './sustained-flow.ts';
import { addDrop, observeWifi } from './wifi.ts';

/** Frames further apart than this leave a gap: nothing is known between them. */
export const GAP_MS = 150_000;
/** As many as the rule of two minutes counts. */
const KEPT_STARTS = 10;
export const START_SPAN_MS = 600_000;
const SPANS_OF_DAY = 144;

function sampleOf(
  { atMs, fc, hasClock, values }: FrameInput,
  settings: AlertSettings,
  { heldLoad: loadBefore, fallenBar: barBefore }: RuleMemory,
): Sample {
  const { on_off_state_r = null, frequency_fc, motor_power, required_pressure } = values;
  const power = switchOf({ on_off_state_r });
  const sample: Sample = { atMs, fc, values };
  if (hasClock !== undefined) sample.hasClock = hasClock;
  const fault = values.fault ? findFault(settings.faults, values.fault) : undefined;
  if (fault) sample.fault = fault.kind;
  if (settings.faults === null) sample.isUnnamed = true;
  if (power !== 'unknown') sample.isOn = power === 'on';
  if (frequency_fc !== undefined) sample.isRunning = frequency_fc > 0;
  if (required_pressure !== undefined && settings.pressure !== null)
    sample.requiredBar = required_pressure * (settings.pressure?.normalizer ?? 1);
  const sensorV = sensorVoltage(values, settings.card ?? {});
  if (sensorV !== undefined) sample.sensorV = sensorV;
  const limits = protectionLimits(settings.pressure, settings.card && figuresOf(settings.card));
  if (isAboveRange({ sensorV, pressureBar: values.pressure }, limits)) sample.isSensorAbove = true;
  const powerW = motor_power === undefined ? undefined : 1000 * motor_power;
  const flow = settings.card?.curve && estimateFlow(settings.card, { frequencyHz: frequency_fc, powerW });
  if (flow) sample.flow = flow;
  if (sample.isOn === undefined || frequency_fc === undefined) return sample;
  const seen = {
    isOn: sample.isOn,
    canCommand: true,
    frequencyHz: frequency_fc,
    highestHz: settings.card?.hz_high,
    pressureBar: values.pressure,
    sensorV: sample.sensorV,
    powerW,
    requiredBar: sample.requiredBar,
    loadBefore,
    barBefore,
  };
  sample.protection = metConditions(seen, limits);
  sample.dryRate = dryRate(seen, limits);
  const airy = isAiry(seen, limits);
  if (airy !== undefined) sample.isAiry = airy;
  const load = heldLoad(seen, limits);
  if (load !== undefined) sample.heldLoad = load;
  const bar = fallenBar(seen, limits);
  if (bar !== undefined) sample.fallenBar = bar;
  return sample;
}

/** Nothing if it is not known. */
export function pumpPhase({ isOn, isRunning }: Sample): PumpPhase | undefined {
  if (isOn === undefined) return undefined;
  if (!isOn) return PUMP.stands;
  return isRunning === undefined ? undefined : isRunning ? PUMP.runs : PUMP.waits;
}

/** Counts a start: the pump was seen stopped before and runs now. */
function noteStart({ startsMs, startCounts }: RuleMemory, atMs: number): Partial<RuleMemory> {
  const span = Math.floor(atMs / START_SPAN_MS);
  const last = startCounts.at(-1);
  const earlier = startCounts.filter(([each]) => each > span - SPANS_OF_DAY && each !== span);
  return {
    startsMs: [...startsMs, atMs].slice(-KEPT_STARTS),
    startCounts: [...earlier, [span, last?.[0] === span ? last[1] + 1 : 1]],
  };
}

/** More than the pump can use: its rated power and half of it, and the resolution of the meter. */
const MOST_KW = { share: 1.5, unknownKw: 30 };
const RESOLUTION = { kwh: 0.3, hours: 1.1 };

/** A meter that falls to almost 0 was reset; any other fall, and a rise that the pump cannot cause, is a jump. */
function jumpOf(
  of: 'kwh' | 'hours',
  from: number | null,
  to: number | undefined,
  most: number,
): RuleMemory['jump'] {
  if (from === null || to === undefined) return undefined;
  const isJump = to < from ? to > RESOLUTION.hours : to - from > most;
  return isJump ? { of, from, to } : undefined;
}

function observeMeters(
  memory: RuleMemory,
  { atMs, values }: Sample,
  settings: AlertSettings,
): Partial<RuleMemory> {
  const { electro_meter: kwh, motor_operating_hours: hours } = values;
  if (kwh === undefined && hours === undefined) return {};
  const { meter } = memory;
  // A meter that could not be read for a while has counted meanwhile.
  const passedH = (knownMs: number | undefined) => (meter ? (atMs - (knownMs ?? meter.atMs)) / HOUR_MS : 0);
  const ratedKw = settings.card?.motor_kw;
  const mostKw = ratedKw === undefined ? MOST_KW.unknownKw : MOST_KW.share * ratedKw;
  const jump =
    meter === null
      ? undefined
      : (jumpOf('kwh', meter.kwh, kwh, mostKw * passedH(meter.kwhMs) + RESOLUTION.kwh) ??
        jumpOf('hours', meter.hours, hours, passedH(meter.hoursMs) + RESOLUTION.hours));
  return {
    meter: {
      atMs,
      kwh: kwh ?? meter?.kwh ?? null,
      hours: hours ?? meter?.hours ?? null,
      ...(meter && kwh === undefined && { kwhMs: meter.kwhMs ?? meter.atMs }),
      ...(meter && hours === undefined && { hoursMs: meter.hoursMs ?? meter.atMs }),
    },
    ...(jump && { jump, jumpedMs: atMs }),
  };
}

/** Time without water; behind a gap the time between the frames does not count. */
function observeDry({ dry, isRunning }: RuleMemory, { dryRate: rate = 0 }: Sample, passedMs: number) {
  const step = { rate: dry?.rate ?? 0, passedMs, isTurning: isRunning === true };
  const ms = dryTimeMs(dry?.ms ?? 0, step);
  return ms === 0 && rate === 0 ? undefined : { ms: Math.round(ms), rate };
}

/** A motor that changes its speed faster takes power for its own inertia, or gives it back. */
const STEADY_HZ = 4;

/** More is not counted, so that water ends it within minutes. */
const MOST_AIR_MS = 120_000;

/** Time with air in the water: gulps come and go, and running with water forgets them slowly. */
function observeAir({ airMs, frequencyHz }: RuleMemory, sample: Sample, passedMs: number) {
  const { isAiry: airy, values } = sample;
  const isSteady = Math.abs((values.frequency_fc ?? 0) - (frequencyHz ?? 0)) <= STEADY_HZ;
  if (airy === undefined || !isSteady) return airMs;
  const ms = dryTimeMs(airMs ?? 0, { rate: Number(airy), passedMs, isTurning: true });
  return ms === 0 ? undefined : Math.round(Math.min(ms, MOST_AIR_MS));
}

/** After a silence of a day it is unknown whether the pump has run. */
const LONGEST_SILENCE_MS = 24 * HOUR_MS;

function observeDrive(memory: RuleMemory, { atMs, isRunning, values }: Sample, isGap: boolean) {
  const { temperature_fc: driveC, temperature_mnb: boardC, motor_power: kw, bus_voltage } = values;
  const isSilent = atMs - (memory.frameMs ?? 0) > LONGEST_SILENCE_MS;
  return {
    ranMs: isRunning || isSilent ? atMs : (memory.ranMs ?? atMs),
    bus: observeBus(memory.bus, atMs, bus_voltage, isGap),
    heat: observeHeat(memory.heat, { atMs, driveC, boardC, kw, isGap }),
  };
}

const ranSince = ({ isRunning }: RuleMemory, passedMs: number | null, isGap: boolean) =>
  isRunning && !isGap ? (passedMs ?? 0) : 0;

function observeFrame(memory: RuleMemory, sample: Sample, settings: AlertSettings): RuleMemory {
  const { atMs, isRunning, values } = sample;
  const passedMs = memory.frameMs === null ? null : atMs - memory.frameMs;
  const isGap = passedMs === null || passedMs > GAP_MS;
  const isStart = isRunning === true && memory.isRunning === false;
  const runningSinceMs = isGap || memory.isRunning !== true ? atMs : memory.runningSinceMs;
  const zone = settings.zone === undefined ? undefined : zoneOf(settings.zone);
  const localMs = zone?.wallOf(atMs) ?? atMs;
  const pump = pumpPhase(sample);
  const passing = { isGap, passedMs: passedMs ?? 0 };
  // A copy of one shape that is assigned to: with a chain of spreads it becomes a hash table, and a frame costs a fifth more.
  const next: RuleMemory = { ...memory };
  next.dry = observeDry(memory, sample, isGap ? 0 : passedMs);
  next.airMs = observeAir(memory, sample, isGap ? 0 : passedMs);
  if (sample.heldLoad !== undefined) next.heldLoad = sample.heldLoad;
  next.fallenBar = sample.fallenBar;
  if (pump !== undefined) {
    next.pump = pump;
    next.pumpMs = atMs;
  }
  if (isStart) Object.assign(next, noteStart(memory, atMs));
  Object.assign(next, observeDrive(memory, sample, isGap), observeMeters(memory, sample, settings));
  const night = observeNight(memory, {
    atMs,
    localMs,
    zone,
    isStart,
    isStanding: isRunning === false,
    passedMs: isGap ? 0 : passedMs,
    bar: values.pressure,
  });
  Object.assign(next, night);
  const day = Math.floor(localMs / (24 * HOUR_MS));
  next.heads = observeHead(memory, sample, { card: settings.card, day, isGap });
  next.silence = observeSilence(memory, sample, passing);
  next.still = observeStill(memory, sample, passing);
  next.flow = observeFlow(memory.flow, { atMs, localMs, lpm: sample.flow?.lpm, isGap });
  const ranMs = ranSince(memory, passedMs, isGap);
  next.startDays = observeStartDays(memory.startDays, { localMs, isStart, ranMs });
  next.pauses = observePauses(memory, sample, { localMs, isStart: isStart && !isGap });
  next.start = observeState(memory.start, {
    atMs,
    state: values.on_off_state_r,
    isKnown: !isGap && sample.hasClock !== undefined && memory.isOnline === true,
  });
  next.wifi = observeWifi(memory.wifi, atMs, values.rssi);
  next.restedMs = restedMs(memory, sample, isGap);
  next.bar = values.pressure;
  next.frameMs = atMs;
  next.isRunning = isRunning ?? null;
  next.frequencyHz = values.frequency_fc ?? null;
  next.runningSinceMs = isRunning ? runningSinceMs : null;
  return next;
}

export interface Observation {
  memory: RuleMemory;
  sample: Sample;
}

/** What is remembered and known after an input. */
export function observe(memory: RuleMemory, input: RuleInput, settings: AlertSettings): Observation {
  const { atMs } = input;
  const sample: Sample = { atMs, values: {} };
  switch (input.kind) {
    case 'frame': {
      const seen = sampleOf(input, settings, memory);
      return { memory: observeFrame(memory, seen, settings), sample: seen };
    }
    case 'tick': {
      const since = memory.offlineSinceMs ?? atMs;
      const offlineSinceMs = input.isOnline === false ? since : null;
      const isDrop = input.isOnline === false && memory.isOnline === true;
      const drops = isDrop && { drops: addDrop(memory.drops, atMs) };
      return { memory: { ...memory, ...drops, isOnline: input.isOnline, offlineSinceMs }, sample };
    }
    case 'config': {
      const configPendingSinceMs = input.isApplied ? null : (memory.configPendingSinceMs ?? atMs);
      return { memory: { ...memory, configPendingSinceMs }, sample };
    }
    case 'parameters':
      return { memory: { ...memory, ...observeParameters(memory, input) }, sample };
    case 'accept_parameters':
      return { memory: { ...memory, ...acceptParameters(memory) }, sample };
    case 'command':
      return { memory: { ...memory, start: observeCommand(memory.start, input) }, sample };
    case 'event':
      return { memory: { ...memory, ...observeStartEvent(memory.start, input) }, sample };
  }
}
