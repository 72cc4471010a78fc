import './language-tag.ts';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Cursor } from './cursor.ts';
import {
  bandsOf,
  type Drawing,
  dataOf,
  type Gutters,
  hasOtherData,
  isAverage,
  type Layer,
  layerOf,
  scaleKey,
  seriesOf,
} from './plot-layers.ts';
import { paintNames, paintUnits } from './plot-names.ts';
import {
  type Colours,
  createColours,
  paintLimits,
  paintSpikes,
  paintStretches,
  paintTail,
} from './plot-paint.ts';
import { fittingTicks, type Tick } from './time-axis.ts';

interface Setting {
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

/** Height of the times below the lowest panel. */
export const TIMES_PX = 26;
/** Height of the units above the axes of a plot with several lines. */
const UNITS_PX = 26;

const sideOf = (at: number): uPlot.Axis.Side => (at % 2 === 0 ? 3 : 1);

/** The width of one axis; those of a plot with several lines share the gutters. */
const axisPx = ({ scales }: Drawing, { left }: Gutters) => left / Math.ceil(scales.length / 2);

/** The end of each live line. */
function paintTails(u: uPlot, { layers, bounds, isLive }: Drawing, colours: Colours) {
  if (!isLive) return;
  for (const { lines, colour, scale } of layers) {
    const index = lines.avg.findLastIndex((value) => typeof value === 'number');
    const [x, y] = [lines.x[index], lines.avg[index]];
    if (x === undefined || x < bounds.fromS || typeof y !== 'number') continue;
    // The range follows the clock in steps, so the newest frame can be later than its end.
    paintTail(u, { x: Math.min(x, bounds.toS), y, scale: scaleKey(scale) }, colour, colours);
  }
}

const AXIS_FONT_PX = 11.5;

/** The labels of the times; one that the edge of the canvas would cut is empty. */
function timesOf(u: uPlot, { ticks, bounds }: Drawing, { gutters, tickText }: Setting): string[] {
  const { ctx } = u;
  const labels = ticks.map(tickText);
  ctx.save();
  ctx.font = `${AXIS_FONT_PX}px Inter, sans-serif`;
  const widths = new Map(ticks.map((tick, at) => [tick, ctx.measureText(labels[at] ?? '').width]));
  ctx.restore();
  const axis = { bounds, widthPx: u.width - gutters.left - gutters.right, rightPx: gutters.right };
  const fits = fittingTicks(ticks, axis, (tick) => widths.get(tick) ?? 0);
  return labels.map((label, at) => (fits[at] ? label : ''));
}

function axesOf(now: () => Drawing, setting: Setting, colours: Colours): uPlot.Axis[] {
  const { gutters, hasTimes, valueText } = setting;
  const axis: uPlot.Axis = {
    stroke: colours('var(--dim)'),
    font: `${AXIS_FONT_PX}px Inter, sans-serif`,
    grid: { stroke: colours('var(--line)'), width: 1 },
    ticks: { show: false },
  };
  const times: uPlot.Axis = {
    ...axis,
    size: hasTimes ? TIMES_PX : 0,
    gap: 6,
    splits: () => now().ticks.map(({ atS }) => atS),
    values: (u) => (hasTimes ? timesOf(u, now(), setting) : []),
  };
  const values = now().scales.map(
    (_, at): uPlot.Axis => ({
      ...axis,
      ...(at > 0 && { grid: { show: false } }),
      scale: scaleKey(at),
      side: sideOf(at),
      size: axisPx(now(), gutters),
      gap: 8,
      splits: () => now().scales[at]?.ticks ?? [],
      values: (_u, splits) => splits.map(valueText),
    }),
  );
  return [times, ...values];
}

const hooksOf = (now: () => Drawing, setting: Setting, colours: Colours): uPlot.Hooks.Arrays => ({
  drawClear: [(u) => paintStretches(u, now().stretches, colours)],
  draw: [
    (u) => {
      const drawing = now();
      for (const { limits, scale } of drawing.layers) paintLimits(u, limits, scaleKey(scale), colours);
      paintTails(u, drawing, colours);
      for (const { spikes, scale } of drawing.layers) paintSpikes(u, spikes, scaleKey(scale), colours);
      if (drawing.layers.length === 1) return;
      paintNames(u, drawing, colours);
      paintUnits(u, drawing, axisPx(drawing, setting.gutters), colours);
    },
  ],
  setCursor: [
    (u) => {
      const { left = -1 } = u.cursor;
      setting.cursor.set(left < 0 ? null : u.posToVal(left, 'x'));
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
});

/** A ring at the average, nothing at the other series. */
const cursorPoints = (layers: readonly Layer[], colours: Colours): uPlot.Cursor.Points => ({
  size: (_, index) => (isAverage(index) ? 9 : 0),
  width: (_, index) => (isAverage(index) ? 2 : 0),
  fill: colours('var(--card)'),
  stroke: (_, index) =>
    isAverage(index) ? colours(`var(${layers[layerOf(index)]?.colour})`) : 'transparent',
});

/** A plot with one line is a panel of its own; with several it has an axis for each unit. */
export function createPlot(box: HTMLElement, first: Drawing, setting: Setting) {
  const { height, gutters, hasTimes, syncKey } = setting;
  const colours = createColours(box);
  let drawing = first;
  const now = () => drawing;
  const isOverlay = first.layers.length > 1;
  const rightPx = gutters.right - Math.floor(first.scales.length / 2) * axisPx(first, gutters);
  const valueScales = first.scales.map((_, at) => [
    scaleKey(at),
    { range: (): [number, number] => drawing.scales[at]?.range ?? [0, 1] },
  ]);

  const plot = new uPlot(
    {
      width: Math.max(1, box.clientWidth),
      height,
      padding: [isOverlay ? UNITS_PX : 6, rightPx, hasTimes ? 0 : 6, 0],
      legend: { show: false },
      scales: {
        x: { time: false, range: () => [drawing.bounds.fromS, drawing.bounds.toS] },
        ...Object.fromEntries(valueScales),
      },
      cursor: {
        sync: { key: syncKey, scales: ['x', null] },
        y: false,
        drag: { x: true, y: false, setScale: false },
        bind: { dblclick: () => null },
        points: cursorPoints(first.layers, colours),
      },
      axes: axesOf(now, setting, colours),
      series: seriesOf(first, colours),
      bands: bandsOf(first, colours),
      hooks: hooksOf(now, setting, colours),
    },
    dataOf(first),
    box,
  );
  const resize = new ResizeObserver(() => plot.setSize({ width: Math.max(1, box.clientWidth), height }));
  resize.observe(box);

  return {
    draw(next: Drawing) {
      if (next === drawing) return;
      const isOther = hasOtherData(drawing, next);
      drawing = next;
      // While the user pans, only the scales change.
      if (isOther) plot.setData(dataOf(next));
      else plot.setScale('x', { min: next.bounds.fromS, max: next.bounds.toS });
    },
    destroy() {
      // The pointer may be on a plot that is replaced: the next one reports it again when it moves.
      setting.cursor.set(null);
      resize.disconnect();
      plot.destroy();
    },
  };
}
export type Plot = ReturnType<typeof createPlot>;
