import './language-tag.ts';
import uPlot from 'uplot';
import { type Colours, faded, type Limit, type Spike, type Stretch } from './plot-paint.ts';
import type { Lines, Values } from './series.ts';
import type { Tick } from './time-axis.ts';
import type { ValueScale } from './value-scale.ts';
import type { Bounds } from './view.ts';

/** One quantity of a plot: its line and what belongs to it. */
export interface Layer {
  /** Written at the line if the plot has several. */
  name: string;
  /** A CSS variable. */
  colour: string;
  lines: Lines;
  /** The same hours earlier. */
  ghost: Values | undefined;
  /** R4.13: the required pressure, which changes in steps. */
  required: Values | undefined;
  limits: readonly Limit[];
  spikes: readonly Spike[];
  /** Its axis, an index in `scales`. */
  scale: number;
}

/** All that a plot draws; a new value of it is drawn without a new plot. */
export interface Drawing {
  /** All on the moments of the first one. */
  layers: readonly Layer[];
  /** One axis each, from the plot outwards, left and right in turn. */
  scales: readonly (ValueScale & { unit: string })[];
  bounds: Bounds;
  ticks: readonly Tick[];
  stretches: readonly Stretch[];
  hasBand: boolean;
  isLive: boolean;
}

export interface Gutters {
  left: number;
  right: number;
}

/** Series of a layer in the data of the plot. */
const COLUMNS = ['max', 'min', 'ghost', 'required', 'avg'] as const;
export const scaleKey = (at: number) => `y${at}`;
export const isAverage = (seriesIndex: number) => seriesIndex > 0 && seriesIndex % COLUMNS.length === 0;
export const layerOf = (seriesIndex: number) => Math.floor((seriesIndex - 1) / COLUMNS.length);

/** What a plot is made of; another value of it needs a new plot. */
export const shapeOf = ({ layers }: Drawing) =>
  layers.map(({ colour, scale }) => `${colour}@${scale}`).join();

/** A series that is not drawn costs nothing. */
const columnsOf = ({ lines, ghost, required }: Layer, hasBand: boolean) => {
  const none = new Array<undefined>(lines.x.length);
  const band = hasBand ? [lines.max, lines.min] : [none, none];
  return [...band, ghost ?? none, required ?? none, lines.avg];
};

/** Without a moment the plot would have no axes. */
export function dataOf({ layers, hasBand, bounds }: Drawing): uPlot.AlignedData {
  const x = layers[0]?.lines.x ?? [];
  if (x.length > 0) return [x, ...layers.flatMap((layer) => columnsOf(layer, hasBand))] as uPlot.AlignedData;
  const none = [null, null];
  return [[bounds.fromS, bounds.toS], ...layers.flatMap(() => COLUMNS.map(() => none))] as uPlot.AlignedData;
}

/** The lines differ, and not only their place in the range. */
export const hasOtherData = (before: Drawing, after: Drawing) =>
  before.hasBand !== after.hasBand ||
  after.layers.some(({ lines, ghost, required }, at) => {
    const old = before.layers[at];
    return lines !== old?.lines || ghost !== old.ghost || required !== old.required;
  });

export function seriesOf({ layers }: Drawing, colours: Colours): uPlot.Series[] {
  const isOverlay = layers.length > 1;
  const ofLayer = ({ colour, scale }: Layer) => {
    const shared = { points: { show: false }, auto: false, scale: scaleKey(scale) };
    const hidden = { ...shared, width: 0, stroke: 'transparent' };
    const ghost = isOverlay ? faded(colour, 60) : faded('--dim', 75);
    return [
      hidden,
      hidden,
      { ...shared, width: 1.25, dash: [3, 3], stroke: colours(ghost) },
      {
        ...shared,
        width: 1.25,
        dash: [6, 4],
        stroke: colours('var(--ink)'),
        paths: uPlot.paths.stepped?.({ align: 1 }) ?? null,
      },
      { ...shared, width: 1.6, stroke: colours(`var(${colour})`) },
    ];
  };
  return [{}, ...layers.flatMap(ofLayer)] as uPlot.Series[];
}

/** The bands of several lines are fainter, since they overlap. */
export const bandsOf = ({ layers }: Drawing, colours: Colours): uPlot.Band[] =>
  layers.map(({ colour }, at) => ({
    series: [at * COLUMNS.length + 1, at * COLUMNS.length + 2],
    fill: colours(faded(colour, layers.length > 1 ? 14 : 20)),
  }));
