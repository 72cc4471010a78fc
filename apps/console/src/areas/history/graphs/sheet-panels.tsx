import { useSelector } from '@tanstack/react-store';
import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { HistoryRange } from '../../../device/history.ts';
import type { Cursor } from './cursor.ts';
import { TIMES_PX } from './plot.ts';
import { PlotBox } from './plot-box.tsx';
import type { Drawing, Gutters } from './plot-layers.ts';
import { Rail, useMomentText } from './rail.tsx';
import { onGraphKey, useGestures } from './use-gestures.ts';
import type { ShownPanel } from './use-sheet.ts';
import { type Bounds, rangeFrom } from './view.ts';

const HEIGHTS = {
  wide: { large: 268, small: 92, overlay: 460 },
  phone: { large: 200, small: 76, overlay: 320 },
};
/** The legends of one graph are beside it. */
const LEGEND_PX = 92;

/** One plot with the legends of its lines. */
interface Group {
  members: readonly ShownPanel[];
  drawing: Drawing;
}

function sizeOf(group: Group, isOnly: boolean, isCompact: boolean) {
  const [first] = group.members;
  const size = isOnly ? 'overlay' : first?.panel.isLarge ? 'large' : 'small';
  const height = HEIGHTS[isCompact ? 'phone' : 'wide'][size];
  return { size, height: isCompact ? height : Math.max(height, group.members.length * LEGEND_PX) };
}

interface Props {
  groups: readonly Group[];
  bounds: Bounds;
  gutters: Gutters;
  label: string;
  lane: ReactNode;
  cursor: Cursor;
  isCompact: boolean;
  onRange: (change: (range: HistoryRange) => HistoryRange) => void;
  onReset: () => void;
}

/** The plots of a sheet below each other, with the keys and gestures that change their range. */
export function SheetPanels(props: Props) {
  const { groups, bounds, gutters, label, lane, cursor, isCompact, onRange, onReset } = props;
  const t = useTranslations('graphs');
  const box = useRef<HTMLFieldSetElement>(null);
  useGestures(box, onRange);
  const select = (fromS: number, toS: number) =>
    onRange(() => rangeFrom(fromS, toS, Math.max(toS, bounds.toS)));
  return (
    <fieldset
      ref={box}
      className="min-w-0 focus-visible:-outline-offset-2 focus-visible:rounded-lg"
      aria-label={t('keysOf', { label })}
      // The keys of the graphs work while they have the focus.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it has keys of its own
      tabIndex={0}
      onKeyDown={(event) => onGraphKey(event, onRange, onReset)}
    >
      <CursorTime cursor={cursor} bounds={bounds} gutters={gutters} />
      {lane}
      {groups.map((group, at) => {
        const { members, drawing } = group;
        const isLast = at === groups.length - 1;
        const { size, height } = sizeOf(group, groups.length === 1, isCompact);
        const names = members.map(({ panel }) => `${t(`panel.${panel.id}`)} (${panel.unit})`);
        return (
          <div
            key={members[0]?.panel.id}
            className="group/row grid grid-cols-[11.25rem_minmax(0,1fr)] not-first:border-t not-first:border-line group-data-compact/sheet:grid-cols-1"
            data-size={size}
            data-panel={names.join(', ')}
          >
            <div className="flex gap-2 min-w-0 justify-center flex-col group-data-compact/sheet:gap-0 group-data-compact/sheet:group-data-[size=overlay]/row:pb-2.5">
              {members.map((shown) => (
                <Rail key={shown.panel.id} shown={shown} cursor={cursor} />
              ))}
            </div>
            <PlotBox
              drawing={drawing}
              cursor={cursor}
              gutters={gutters}
              height={height + (isLast ? TIMES_PX : 0)}
              hasTimes={isLast}
              onSelect={select}
            />
          </div>
        );
      })}
    </fieldset>
  );
}

interface CursorTimeProps {
  cursor: Cursor;
  bounds: Bounds;
  gutters: Gutters;
}

/** The time under the pointer, above the panels. */
function CursorTime({ cursor, bounds, gutters }: CursorTimeProps) {
  const momentText = useMomentText();
  const atS = useSelector(cursor);
  const share = atS === null ? undefined : (atS - bounds.fromS) / (bounds.toS - bounds.fromS);
  return (
    <div
      className="grid grid-cols-[11.25rem_minmax(0,1fr)] group-data-compact/sheet:grid-cols-1"
      aria-hidden="true"
    >
      <div
        className="relative h-6 col-start-2 group-data-compact/sheet:col-start-1"
        style={{ marginInline: `${gutters.left}px ${gutters.right}px` }}
      >
        {atS !== null && share !== undefined && share >= 0 && share <= 1 && (
          <span
            className="text-xs font-semibold absolute whitespace-nowrap rounded-sm px-2 py-0.5 tabular-nums bottom-0.5 bg-ink text-card"
            style={{ left: `${share * 100}%`, transform: `translateX(${-share * 100}%)` }}
          >
            {momentText(atS, true)}
          </span>
        )}
      </div>
    </div>
  );
}
