import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Cursor } from './cursor.ts';
import {
  createColours,
  faded,
  type Limit,
  paintLimits,
  paintStretches,
  paintTail,
  type Stretch,
} from './plot-paint.ts';
import type { Lines, Values } from './series.ts';
import type { Tick } from './time-axis.ts';
import type { ValueScale } from './value-scale.ts';
import type { Bounds } from './view.ts';

/** All that a panel draws; a new value of it is drawn without a new plot. */
export interface Drawing {
  lines: Lines;
  /** The same hours earlier. */
  ghost: Values | undefined;
  /** R4.13: the required pressure, which changes in steps. */
  required: Values | undefined;
  bounds: Bounds;
  scale: ValueScale;
  ticks: readonly Tick[];
  stretches: readonly Stretch[];
  limits: readonly Limit[];
  hasBand: boolean;
  isLive: boolean;
}

interface Setting {
  /** A CSS variable. */
  colour: string;
  height: number;
  /** Pixels left and right of the plot; equal in all panels, so that the times are below each other. */
  gutters: Gutters;
  /** Only the lowest panel writes the times. */
  hasTimes: boolean;
  cursor: Cursor;
  syncKey: string;
  tickText: (tick: Tick) => string;
  valueText: (value: number) => string;
  onSelect: (fromS: number, toS: number) => void;
}

export interface Gutters {
  left: number;
  right: number;
}
/** Height of the times below the lowest panel. */
export const TIMES_PX = 26;
const AVERAGE = 5;

/** Without a moment the plot would have no axes. Unused series are empty: they cost nothing. */
function dataOf({ lines, ghost, required, hasBand, bounds }: Drawing): uPlot.AlignedData {
  if (lines.x.length === 0) {
    const none = [null, null];
    return [[bounds.fromS, bounds.toS], none, none, none, none, none];
  }
  const none = new Array<undefined>(lines.x.length);
  const band = hasBand ? [lines.max, lines.min] : [none, none];
  return [lines.x, ...band, ghost ?? none, required ?? none, lines.avg] as uPlot.AlignedData;
}

function seriesOf(colour: string, colours: (value: string) => string): uPlot.Series[] {
  const shared = { points: { show: false }, auto: false };
  const hidden = { ...shared, width: 0, stroke: 'transparent' };
  return [
    {},
    hidden,
    hidden,
    { ...shared, width: 1.25, dash: [3, 3], stroke: colours(faded('--dim', 75)) },
    {
      ...{ ...shared, width: 1.25, dash: [6, 4], stroke: colours('var(--ink)') },
      paths: uPlot.paths.stepped?.({ align: 1 }) ?? null,
    },
    { ...shared, width: 1.6, stroke: colours(`var(${colour})`) },
  ] as uPlot.Series[];
}

/** One panel of the graphs. */
export function createPlot(box: HTMLElement, first: Drawing, setting: Setting) {
  const { colour, height, gutters, hasTimes, cursor } = setting;
  const colours = createColours(box);
  let drawing = first;
  const axis: uPlot.Axis = {
    stroke: colours('var(--dim)'),
    font: '11.5px Inter, sans-serif',
    grid: { stroke: colours('var(--line)'), width: 1 },
    ticks: { show: false },
  };

  function paintLive(u: uPlot) {
    const index = drawing.lines.avg.findLastIndex((value) => typeof value === 'number');
    const [x, y] = [drawing.lines.x[index], drawing.lines.avg[index]];
    const isInView = x !== undefined && x >= drawing.bounds.fromS && x <= drawing.bounds.toS;
    if (drawing.isLive && isInView && typeof y === 'number') paintTail(u, x, y, colour, colours);
  }

  const plot = new uPlot(
    {
      width: Math.max(1, box.clientWidth),
      height,
      padding: [6, gutters.right, hasTimes ? 0 : 6, 0],
      legend: { show: false },
      scales: {
        x: { time: false, range: () => [drawing.bounds.fromS, drawing.bounds.toS] },
        y: { range: () => drawing.scale.range },
      },
      cursor: {
        sync: { key: setting.syncKey, scales: ['x', null] },
        y: false,
        drag: { x: true, y: false, setScale: false },
        bind: { dblclick: () => null },
        points: {
          size: (_, index) => (index === AVERAGE ? 9 : 0),
          width: (_, index) => (index === AVERAGE ? 2 : 0),
          fill: colours('var(--card)'),
          stroke: (_, index) => (index === AVERAGE ? colours(`var(${colour})`) : 'transparent'),
        },
      },
      axes: [
        {
          ...axis,
          size: hasTimes ? TIMES_PX : 0,
          gap: 6,
          splits: () => drawing.ticks.map(({ atS }) => atS),
          values: () => (hasTimes ? drawing.ticks.map(setting.tickText) : []),
        },
        {
          ...axis,
          size: gutters.left,
          gap: 8,
          splits: () => drawing.scale.ticks,
          values: (_, values) => values.map(setting.valueText),
        },
      ],
      series: seriesOf(colour, colours),
      bands: [{ series: [1, 2], fill: colours(faded(colour, 20)) }],
      hooks: {
        drawClear: [(u) => paintStretches(u, drawing.stretches, colours)],
        draw: [(u) => paintLimits(u, drawing.limits, colours), paintLive],
        setCursor: [
          (u) => {
            const { left = -1 } = u.cursor;
            cursor.set(left < 0 ? undefined : u.posToVal(left, 'x'));
          },
        ],
        setSelect: [
          (u) => {
            const { left, width } = u.select;
            if (width <= 2) return;
            u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
            setting.onSelect(u.posToVal(left, 'x'), u.posToVal(left + width, 'x'));
          },
        ],
      },
    },
    dataOf(first),
    box,
  );
  const resize = new ResizeObserver(() => plot.setSize({ width: Math.max(1, box.clientWidth), height }));
  resize.observe(box);

  return {
    draw(next: Drawing) {
      if (next === drawing) return;
      const hasSameData =
        next.lines === drawing.lines &&
        next.ghost === drawing.ghost &&
        next.required === drawing.required &&
        next.hasBand === drawing.hasBand;
      drawing = next;
      // While the user pans, only the scales change.
      if (hasSameData) plot.setScale('x', { min: next.bounds.fromS, max: next.bounds.toS });
      else plot.setData(dataOf(next));
    },
    canvas: () => plot.ctx.canvas,
    destroy() {
      resize.disconnect();
      plot.destroy();
    },
  };
}
export type Plot = ReturnType<typeof createPlot>;
