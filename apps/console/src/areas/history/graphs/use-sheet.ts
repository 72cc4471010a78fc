import type { History } from '@manoboard/contract/history/history';
import { pressureFromWire } from '@manoboard/domain/pump/pressure-codec';
import { useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { usePressureSettings } from '../../../device/device-config.ts';
import { type HistoryRange, useHistory } from '../../../device/history.ts';
import { useDevice } from '../../../device/use-device.ts';
import { useFlowCard } from './flow-card.ts';
import { METRICS, PANELS, type Panel } from './panels.ts';
import type { Drawing, Layer } from './plot-layers.ts';
import type { Limit, Spike, Stretch } from './plot-paint.ts';
import {
  type Lines,
  linesOf,
  movedOnto,
  NO_LINES,
  type Summary,
  summaryOf,
  type Values,
  withTail,
} from './series.ts';
import { useSpikes } from './spikes.ts';
import type { Tick } from './time-axis.ts';
import { valueScale } from './value-scale.ts';
import { type Bounds, type Compared, earlierRange } from './view.ts';

const NO_FRAMES: never[] = [];
const NO_LIMITS: Limit[] = [];
const NO_SPIKES: Spike[] = [];
const INTERVALS = { large: 4, small: 3 };

export interface SheetInput {
  deviceId: string;
  /** What is requested; follows `bounds` when a gesture has ended. */
  range: HistoryRange;
  bounds: Bounds;
  /** The range is the requested one: no gesture is under way. */
  isSettled: boolean;
  points: number;
  ticks: readonly Tick[];
  hasBand: boolean;
  compare?: Compared | undefined;
}

/** The parts of the visible range that no answer covers yet. */
function notLoaded(history: History | undefined, bounds: Bounds, isComplete: boolean): Stretch[] {
  const [first, last] = [history?.t[0], history?.t.at(-1)];
  if (isComplete || !history || first === undefined || last === undefined) return [];
  const edges = [
    { from: bounds.fromS, to: first },
    { from: last + history.step_s, to: bounds.toS },
  ];
  return edges
    .filter(({ from, to }) => to - from > history.step_s)
    .map((edge) => ({ ...edge, reason: 'not_loaded' }));
}

/** R4.13: the required pressure in bar at the moments of the pressure; each bucket has its last value. */
export function useRequired(
  deviceId: string,
  history: History | undefined,
  isLive: boolean,
): Values | undefined {
  const mode = usePressureSettings(deviceId)?.mode;
  const frames = useDevice(deviceId, ({ recent }) => recent) ?? NO_FRAMES;
  return useMemo(() => {
    const series = history?.series.required_pressure;
    if (!history || !series || mode === undefined) return undefined;
    const steps = { ...history, series: { required_pressure: { ...series, avg: series.last } } };
    const lines = linesOf(steps, 'required_pressure');
    const { avg } = isLive ? withTail(lines, frames, 'required_pressure') : lines;
    return avg.map((value) => (typeof value === 'number' ? pressureFromWire(value, mode) : value));
  }, [history, mode, frames, isLive]);
}

function usePressureLimits(deviceId: string): Limit[] {
  const t = useTranslations('graphs.limit');
  const { number } = useFormatter();
  const bounds = usePressureSettings(deviceId)?.bounds;
  return useMemo(
    () =>
      bounds
        ? (['max', 'min'] as const).map((name) => ({
            value: bounds[name],
            label: t(name, { value: number(bounds[name], { minimumFractionDigits: 1 }) }),
          }))
        : NO_LIMITS,
    [bounds, t, number],
  );
}

function scaleOf(panel: Panel, summary: Summary | undefined, more: readonly number[]) {
  const { fromZero, leastSpan, isLarge } = panel;
  const values = [...(summary ? [summary.least, summary.most] : []), ...more];
  return valueScale({
    least: values.length > 0 ? Math.min(...values) : undefined,
    most: values.length > 0 ? Math.max(...values) : undefined,
    fromZero,
    leastSpan,
    intervals: isLarge ? INTERVALS.large : INTERVALS.small,
  });
}

const PRESSURE = PANELS.findIndex(({ id }) => id === 'pressure');
/** Only the pressure has them. */
const NOTHING_MORE = { required: undefined, limits: NO_LIMITS, spikes: NO_SPIKES };
const COMPARED_METRICS = PANELS.map(({ metric }) => metric);
/** A line for each panel, and the errors of the flow. */
const LINES = [...COMPARED_METRICS, 'flow_error'] as const;

/** The averages of the same hours earlier, on the moments of the lines. */
function useGhosts({ deviceId, range, bounds, points, compare }: SheetInput, all: readonly Lines[]) {
  const earlier = useMemo(
    () => earlierRange(range, bounds.toS, compare ?? 'day'),
    [range, bounds.toS, compare],
  );
  const { data } = useHistory(
    { deviceId, range: earlier.range, metrics: COMPARED_METRICS, points },
    compare !== undefined,
  );
  return useMemo(
    () =>
      compare && data
        ? PANELS.map(({ metric }, at) => movedOnto(all[at]?.x ?? [], linesOf(data, metric), earlier.byS))
        : undefined,
    [compare, data, all, earlier.byS],
  );
}

export interface ShownPanel {
  panel: Panel;
  lines: Lines;
  /** Half of the interval around each average, of an estimate. */
  errors?: Values | undefined;
  summary: Summary | undefined;
  drawing: Drawing;
}

interface Shared extends Pick<Drawing, 'bounds' | 'ticks' | 'stretches' | 'hasBand' | 'isLive'> {
  /** End of the values that are included; in a range up to now, frames may be newer than its drawn end. */
  untilS: number;
}
type OwnLayer = Pick<Layer, 'name' | 'lines' | 'ghost' | 'required' | 'limits' | 'spikes'>;

/** A panel with one line; `stretches` are those of all panels. */
function showPanel(panel: Panel, layer: OwnLayer, { untilS, ...shared }: Shared): ShownPanel {
  const { lines, limits } = layer;
  const summary = summaryOf(lines, shared.bounds.fromS, untilS);
  const scale = scaleOf(
    panel,
    summary,
    limits.map(({ value }) => value),
  );
  const drawing: Drawing = {
    ...shared,
    layers: [{ ...layer, colour: panel.colour, scale: 0 }],
    scales: [{ ...scale, unit: panel.unit }],
    stretches: [...lines.gaps, ...shared.stretches],
  };
  return { panel, lines, summary, drawing };
}

/** The panels of one device and the state of their request. */
export function useSheet(input: SheetInput) {
  const { deviceId, range, bounds, isSettled, points, ticks, hasBand } = input;
  const t = useTranslations('graphs.panel');
  const query = useHistory({ deviceId, range, metrics: METRICS, points });
  const { data: history, isError, isPlaceholderData } = query;
  const isOpen = 'lastS' in range;
  const isLive = useDevice(deviceId, ({ isOnline, link }) => isOnline === true && link !== 'down') && isOpen;
  const frames = useDevice(deviceId, ({ recent }) => recent) ?? NO_FRAMES;
  const required = useRequired(deviceId, history, isLive);
  const limits = usePressureLimits(deviceId);

  const card = useFlowCard(deviceId);

  const stored = useMemo(() => LINES.map((metric) => linesOf(history, metric)), [history]);
  const allLines = useMemo(
    () =>
      isLive ? LINES.map((metric, at) => withTail(stored[at] ?? NO_LINES, frames, metric, card)) : stored,
    [stored, frames, isLive, card],
  );
  const ghosts = useGhosts(input, allLines);
  const pressureLines = stored[PRESSURE] ?? NO_LINES;
  const spikes = useSpikes({ deviceId, range, lines: pressureLines, bounds, stepS: history?.step_s });
  const isComplete = isSettled && !isPlaceholderData && !isError;
  const shared = useMemo(
    (): Shared => ({
      bounds,
      ticks,
      hasBand,
      isLive,
      untilS: isOpen && isSettled ? Number.POSITIVE_INFINITY : bounds.toS,
      stretches: notLoaded(history, bounds, isComplete),
    }),
    [bounds, ticks, hasBand, isLive, isOpen, isSettled, history, isComplete],
  );
  const panels = useMemo(
    () =>
      PANELS.flatMap((panel, at) => {
        if (panel.id === 'flow' && !card) return [];
        const own = at === PRESSURE ? { required, limits, spikes } : NOTHING_MORE;
        const lines = allLines[at] ?? NO_LINES;
        const shown = showPanel(panel, { ...own, lines, ghost: ghosts?.[at], name: t(panel.id) }, shared);
        return panel.id === 'flow' ? { ...shown, errors: allLines.at(-1)?.avg } : shown;
      }),
    [allLines, ghosts, required, limits, spikes, shared, t, card],
  );
  return { query, history, panels };
}
