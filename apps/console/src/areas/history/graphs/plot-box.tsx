import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useFormatter, useLocale } from 'use-intl';
import type { Cursor } from './cursor.ts';
import { createPlot, type Plot } from './plot.ts';
import { type Drawing, type Gutters, shapeOf } from './plot-layers.ts';
import type { Tick } from './time-axis.ts';

const SCHEME = 'data-theme';
function watchScheme(changed: () => void) {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [SCHEME] });
  return () => observer.disconnect();
}
/** A canvas does not follow the theme by itself. */
const useScheme = () =>
  useSyncExternalStore(watchScheme, () => document.documentElement.getAttribute(SCHEME));

const TICK_FORMATS = {
  time: { hour: '2-digit', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'numeric' },
  month: { month: 'short' },
  year: { year: 'numeric' },
} as const;

interface Props {
  drawing: Drawing;
  height: number;
  gutters: Gutters;
  hasTimes: boolean;
  cursor: Cursor;
  onSelect: (fromS: number, toS: number) => void;
}

/** The canvas of a panel. Screen readers get the table instead. */
export function PlotBox({ drawing, height, gutters, hasTimes, cursor, onSelect }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(null);
  const scheme = useScheme();
  const locale = useLocale();
  const { dateTime, number } = useFormatter();
  const { left, right } = gutters;
  const shape = shapeOf(drawing);

  const select = useEffectEvent(onSelect);
  const tickText = ({ atS, name }: Tick) => dateTime(new Date(atS * 1000), TICK_FORMATS[name]);
  const create = useEffectEvent((element: HTMLElement) =>
    createPlot(element, drawing, {
      height,
      gutters: { left, right },
      hasTimes,
      cursor,
      tickText,
      syncKey: 'graphs',
      valueText: (value) => number(value, { maximumFractionDigits: 2 }),
      onSelect: (fromS, toS) => select(fromS, toS),
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: these change what a plot is made of; `draw` changes the rest
  useEffect(() => {
    if (!box.current) return;
    const made = create(box.current);
    plot.current = made;
    return () => made.destroy();
  }, [shape, height, left, right, hasTimes, scheme, locale, cursor]);
  useEffect(() => plot.current?.draw(drawing), [drawing]);
  return (
    <div
      ref={box}
      className="min-w-0 relative overflow-hidden touch-pan-y [&_.u-cursor-x]:border-r [&_.u-cursor-x]:border-ink [&_.u-cursor-x]:opacity-55 [&_.u-select]:border-x [&_.u-select]:border-accent [&_.u-select]:bg-accent/14"
      style={{ height }}
      aria-hidden="true"
    />
  );
}
