import { IconArrowsVertical, IconTable } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { HistoryRange } from '../../device/history.ts';
import { serverNowS, useClock } from '../../lib/clock.ts';
import { useDisplayTimeZone } from '../../lib/time-zone.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { FilterChip, FilterChips } from '../../ui/filter-chips.tsx';
import { Board } from './board.tsx';
import { createCursor } from './cursor.ts';
import classes from './graphs.module.css';
import { Keys } from './keys.tsx';
import { timeTicks } from './time-axis.ts';
import { Toolbar } from './toolbar.tsx';
import { useView } from './use-view.ts';
import { boundsOf, writeView } from './view.ts';

/** One bucket for about two pixels. */
const POINTS = { wide: 480, phone: 240 };
const TICKS = { wide: 12, phone: 4 };
/** A range up to now moves on by this share of its length. */
const LIVE_STEPS = 1000;

/** The visible range; one up to now follows the clock. */
function useBounds(range: HistoryRange) {
  const everyS = 'lastS' in range ? Math.max(1, Math.floor(range.lastS / LIVE_STEPS)) : undefined;
  const nowS = useClock((now) => (everyS === undefined ? 0 : now - (now % everyS)));
  return useMemo(() => boundsOf(range, nowS), [range, nowS]);
}

interface Props {
  device: { id: string; name: string };
  /** The view in the address. */
  view: string | undefined;
  onView: (view: string) => void;
}

/** R4.13: the history of a device. */
export function Graphs({ device, view: address, onView }: Props) {
  const t = useTranslations('graphs');
  const { view, settled, changeRange, choosePreset, reset } = useView(address, onView);
  const [cursor] = useState(createCursor);
  const [hasBand, setHasBand] = useState(true);
  const [hasTable, setHasTable] = useState(false);
  const width = useMedia(PHONE) ? 'phone' : 'wide';
  const zone = useDisplayTimeZone();
  const bounds = useBounds(view.range);
  // The zone is not an argument of the ticks, but changes them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const ticks = useMemo(() => timeTicks(bounds.fromS, bounds.toS, TICKS[width]), [bounds, width, zone]);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => cursor.set(undefined), [cursor]);
  const input = {
    ...{ deviceId: device.id, range: settled.range, bounds, ticks, hasBand },
    isSettled: settled.range === view.range,
    points: POINTS[width],
  };
  function link() {
    const fixed = boundsOf(view.range, serverNowS());
    const url = new URL(window.location.href);
    url.searchParams.set('view', writeView({ ...view, range: fixed }));
    return url.href;
  }
  return (
    <div ref={top} className={classes.graphs}>
      <Toolbar
        range={view.range}
        bounds={bounds}
        onRange={changeRange}
        onPreset={choosePreset}
        onReset={reset}
        link={link}
      />
      <div className={classes.options}>
        <FilterChips label={t('options')}>
          <FilterChip
            icon={<IconArrowsVertical size={15} />}
            label={t('band')}
            isPressed={hasBand}
            onClick={() => setHasBand(!hasBand)}
          />
          <FilterChip
            icon={<IconTable size={15} />}
            label={t('table.show')}
            isPressed={hasTable}
            onClick={() => setHasTable(!hasTable)}
          />
        </FilterChips>
      </div>
      <Board
        name={device.name}
        input={input}
        cursor={cursor}
        hasTable={hasTable}
        onRange={changeRange}
        onReset={reset}
      />
      <Keys zone={zone} />
    </div>
  );
}
