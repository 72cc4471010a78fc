import { useMemo, useState } from 'react';
import type { HistoryRange } from '../../../device/history.ts';
import { PHONE, useMedia } from '../../../lib/page/use-media.ts';
import { serverNowS, useClock } from '../../../lib/time/clock.ts';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { createCursor } from './cursor.ts';
import type { EntryParts } from './event-lane.tsx';
import { ExportMenu } from './export-menu.tsx';
import { Keys } from './keys.tsx';
import { Sheet } from './sheet.tsx';
import { SheetOptions } from './sheet-options.tsx';
import { timeTicks } from './time-axis.ts';
import { Toolbar } from './toolbar.tsx';
import { useView } from './use-view.ts';
import { boundsOf, type GraphView, writeView } from './view.ts';

/** One bucket for about two pixels. */
const POINTS = { wide: 480, phone: 240 };
const TICKS = { wide: 12, half: 6, phone: 4 };
/** A range up to now moves on by this share of its length, but at least every ten seconds: its end is now. */
const LIVE_STEPS = 1000;
const LONGEST_STEP_S = 10;

/** The visible range; one up to now follows the clock. */
function useBounds(range: HistoryRange) {
  const everyS =
    'lastS' in range
      ? Math.min(LONGEST_STEP_S, Math.max(1, Math.floor(range.lastS / LIVE_STEPS)))
      : undefined;
  const nowS = useClock((now) => (everyS === undefined ? 0 : now - (now % everyS)));
  return useMemo(() => boundsOf(range, nowS), [range, nowS]);
}

/** This browser remembers whether every quantity is shown. */
const ALL = 'graphs-all';

interface NamedDevice {
  id: string;
  name: string;
}

interface Props {
  device: NamedDevice;
  /** Devices that can be shown beside it. */
  others: readonly NamedDevice[];
  /** The view in the address. */
  view: string | undefined;
  onView: (view: string) => void;
  parts: EntryParts;
}

/** R4.13: the history of a device. */
export function Graphs({ device, others, view: address, onView, parts }: Props) {
  const { view, settled, changeRange, choosePreset, reset, show } = useView(address, onView);
  const [cursor] = useState(createCursor);
  const [hasBand, setHasBand] = useState(true);
  const [hasTable, setHasTable] = useState(false);
  const [hasAll, setHasAll] = useState(() => localStorage.getItem(ALL) === 'true');
  const isPhone = useMedia(PHONE);
  const zone = useDisplayTimeZone();
  const bounds = useBounds(view.range);
  const second = others.find(({ id }) => id === view.withDevice);
  const shown = second ? [device, second] : [device];
  const isCompact = isPhone || second !== undefined;
  const most = TICKS[isPhone ? 'phone' : second ? 'half' : 'wide'];
  // The zone is not an argument of the ticks, but changes them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const ticks = useMemo(() => timeTicks(bounds.fromS, bounds.toS, most), [bounds, most, zone]);
  const input = {
    range: settled.range,
    bounds,
    ticks,
    hasBand,
    compare: settled.compare,
    isSettled: settled.range === view.range,
    points: POINTS[isCompact ? 'phone' : 'wide'],
  };
  return (
    <div className="grid gap-4 min-w-0">
      <Toolbar
        range={view.range}
        bounds={bounds}
        onRange={changeRange}
        onPreset={choosePreset}
        onReset={reset}
        link={() => linkTo(view)}
      >
        <ExportMenu device={device} bounds={bounds} onPicture={(period) => takePicture(shown, period)} />
      </Toolbar>
      <SheetOptions
        deviceId={device.id}
        view={view}
        others={others}
        hasBand={hasBand}
        hasTable={hasTable}
        hasAll={hasAll}
        onView={show}
        onBand={() => setHasBand(!hasBand)}
        onTable={() => setHasTable(!hasTable)}
        onAll={() => {
          setHasAll(!hasAll);
          localStorage.setItem(ALL, `${!hasAll}`);
        }}
      />
      <div className="grid gap-gutter min-w-0 lg:data-[count=2]:grid-cols-2" data-count={shown.length}>
        {shown.map(({ id, name }) => (
          <Sheet
            key={id}
            name={name}
            cursor={cursor}
            hasTable={hasTable}
            hasAll={hasAll}
            isCompact={isCompact}
            parts={parts}
            overlay={view.overlay}
            hasTitle={second !== undefined}
            input={{ ...input, deviceId: id }}
            onRange={changeRange}
            onReset={reset}
          />
        ))}
      </div>
      <Keys zone={zone} isCompared={view.compare !== undefined} />
    </div>
  );
}

/** The address of this view with fixed times. */
function linkTo(view: GraphView): string {
  const url = new URL(window.location.href);
  url.searchParams.set('view', writeView({ ...view, range: boundsOf(view.range, serverNowS()) }));
  return url.href;
}

async function takePicture(shown: readonly NamedDevice[], period: string) {
  const { savePicture } = await import('./picture.ts');
  const sheets = shown.flatMap(({ id, name }) => {
    const element = document.querySelector<HTMLElement>(`[data-sheet="${CSS.escape(id)}"]`);
    return element ? [{ element, title: `${name} · ${period}` }] : [];
  });
  await savePicture(sheets, `${shown.map(({ id }) => id).join('-')}-graphs.png`);
}
