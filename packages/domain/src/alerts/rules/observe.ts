import { metConditions, protectionLimits } from '../../protection/rules.ts';
import { switchOf } from '../../pump/pump.ts';
import { figuresOf } from '../../pump/pump-card.ts';
import { HOUR_MS } from '../../time.ts';
import { zoneOf } from '../../time-zone.ts';
import type { FrameInput, RuleInput, Sample } from './inputs.ts';
import { PUMP, type PumpPhase, type RuleMemory } from './memory.ts';
import { observeNight } from './night.ts';
import { acceptParameters, observeParameters } from './parameters.ts';
import { observeHead } from './pump-head.ts';
import type { AlertSettings } from './settings.ts';
import { observeSilence, observeStill } from './silence.ts';

/** Frames further apart than this leave a gap: nothing is known between them. */
export const GAP_MS = 150_000;
/** As many as the rule of two minutes counts. */
const KEPT_STARTS = 10;
export const START_SPAN_MS = 600_000;
const SPANS_OF_DAY = 144;

function sampleOf({ atMs, fc, hasClock, values }: FrameInput, settings: AlertSettings): Sample {
  const { on_off_state_r = null, frequency_fc, motor_power, required_pressure, analog_input_2 } = values;
  const power = switchOf({ on_off_state_r });
  const sample: Sample = { atMs, fc, hasClock, values };
  if (power !== 'unknown') sample.isOn = power === 'on';
  if (frequency_fc !== undefined) sample.isRunning = frequency_fc > 0;
  if (required_pressure !== undefined)
    sample.requiredBar = required_pressure * (settings.pressure?.normalizer ?? 1);
  if (analog_input_2 !== undefined && (settings.card?.sensor_input ?? 2) === 2)
    sample.sensorV = analog_input_2;
  if (sample.isOn === undefined || frequency_fc === undefined) return sample;
  const seen = {
    isOn: sample.isOn,
    canCommand: true,
    frequencyHz: frequency_fc,
    pressureBar: values.pressure,
    sensorV: sample.sensorV,
    powerW: motor_power === undefined ? undefined : 1000 * motor_power,
    requiredBar: sample.requiredBar,
  };
  const figures = settings.card && figuresOf(settings.card);
  sample.protection = metConditions(seen, protectionLimits(settings.pressure, figures));
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
  const passedH = meter ? (atMs - meter.atMs) / HOUR_MS : 0;
  const ratedKw = settings.card?.motor_kw;
  const mostKw = ratedKw === undefined ? MOST_KW.unknownKw : MOST_KW.share * ratedKw;
  const jump =
    meter === null
      ? undefined
      : (jumpOf('kwh', meter.kwh, kwh, mostKw * passedH + RESOLUTION.kwh) ??
        jumpOf('hours', meter.hours, hours, passedH + RESOLUTION.hours));
  return {
    meter: { atMs, kwh: kwh ?? meter?.kwh ?? null, hours: hours ?? meter?.hours ?? null },
    ...(jump && { jump, jumpedMs: atMs }),
  };
}

function observeFrame(memory: RuleMemory, sample: Sample, settings: AlertSettings): RuleMemory {
  const { atMs, isRunning, values } = sample;
  const passedMs = memory.frameMs === null ? null : atMs - memory.frameMs;
  const isGap = passedMs === null || passedMs > GAP_MS;
  const isStart = isRunning === true && memory.isRunning === false;
  const runningSinceMs = isGap || memory.isRunning !== true ? atMs : memory.runningSinceMs;
  const localMs = settings.zone === undefined ? atMs : zoneOf(settings.zone).wallOf(atMs);
  const pump = pumpPhase(sample);
  const passing = { isGap, passedMs: passedMs ?? 0 };
  return {
    ...memory,
    ...(pump !== undefined && { pump, pumpMs: atMs }),
    ...(isStart && noteStart(memory, atMs)),
    ...observeMeters(memory, sample, settings),
    ...observeNight(memory, {
      localMs,
      isStart,
      isStanding: isRunning === false,
      passedMs: isGap ? 0 : passedMs,
      bar: values.pressure,
    }),
    wear: undefined,
    heads: observeHead(memory, sample, {
      card: settings.card,
      day: Math.floor(localMs / (24 * HOUR_MS)),
      isGap,
    }),
    silence: observeSilence(memory, sample, passing),
    still: observeStill(memory, sample, passing),
    frameMs: atMs,
    isRunning: isRunning ?? null,
    frequencyHz: values.frequency_fc ?? null,
    runningSinceMs: isRunning ? runningSinceMs : null,
  };
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
      const seen = sampleOf(input, settings);
      return { memory: observeFrame(memory, seen, settings), sample: seen };
    }
    case 'tick': {
      const since = memory.offlineSinceMs ?? atMs;
      const offlineSinceMs = input.isOnline === false ? since : null;
      return { memory: { ...memory, isOnline: input.isOnline, offlineSinceMs }, sample };
    }
    case 'config': {
      const configPendingSinceMs = input.isApplied ? null : (memory.configPendingSinceMs ?? atMs);
      return { memory: { ...memory, configPendingSinceMs }, sample };
    }
    case 'parameters':
      return { memory: { ...memory, ...observeParameters(memory, input) }, sample };
    case 'accept_parameters':
      return { memory: { ...memory, ...acceptParameters(memory) }, sample };
    case 'event':
      return { memory, sample };
  }
}
