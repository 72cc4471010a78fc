import type { Panel } from './panels.ts';
import type { Drawing, Gutters } from './plot-layers.ts';
import type { Stretch } from './plot-paint.ts';
import type { ShownPanel } from './use-sheet.ts';
import { valueScale } from './value-scale.ts';

const INTERVALS = 5;

/** The parts of the time that both lists cover, with the reasons of the first. Both are sorted. */
function common(first: readonly Stretch[], second: readonly Stretch[]): Stretch[] {
  return first.flatMap((stretch) =>
    second.flatMap((other) => {
      const [from, to] = [Math.max(stretch.from, other.from), Math.min(stretch.to, other.to)];
      return from < to ? [{ ...stretch, from, to }] : [];
    }),
  );
}

/** Where no line has a value: a gap of one of them is a break of its line only. */
export const commonStretches = ([first = [], ...others]: readonly (readonly Stretch[])[]): Stretch[] =>
  others.reduce<Stretch[]>(common, [...first]);

/** One axis for each unit, in the order of the panels. */
export const unitsOf = (panels: readonly Panel[]) => [...new Set(panels.map(({ unit }) => unit))];

/** All values of the panels with this unit fit. */
function scaleOf(panels: readonly ShownPanel[], unit: string) {
  const ranges = panels
    .filter(({ panel }) => panel.unit === unit)
    .flatMap(({ drawing }) => drawing.scales.map(({ range }) => range));
  const least = Math.min(...ranges.map(([low]) => low));
  const most = Math.max(...ranges.map(([, high]) => high));
  return { ...valueScale({ least, most, fromZero: false, leastSpan: 0, intervals: INTERVALS }), unit };
}

/** The lines of several panels in one plot. */
export function overlayOf(panels: readonly ShownPanel[]): Drawing | undefined {
  const first = panels[0]?.drawing;
  if (!first) return undefined;
  const units = unitsOf(panels.map(({ panel }) => panel));
  return {
    ...first,
    layers: panels.flatMap(({ panel, drawing }) =>
      drawing.layers.map((layer) => ({ ...layer, scale: units.indexOf(panel.unit) })),
    ),
    scales: units.map((unit) => scaleOf(panels, unit)),
    stretches: commonStretches(panels.map(({ drawing }) => drawing.stretches)),
  };
}

/** Axes are left and right in turn. */
export const overlayGutters = ({ left, right }: Gutters, units: number): Gutters => ({
  left: Math.ceil(units / 2) * left,
  right: Math.floor(units / 2) * left + right,
});
