import type { History } from '@manoboard/contract/history/history';
import { useMemo } from 'react';
import { useHistory } from '../../../device/history.ts';
import { linesOf, newestOf, placeLines } from '../../../device/trend.ts';
import { useDevice } from '../../../device/use-device.ts';
import { Sparkline } from '../../../ui/sparkline.tsx';

/** Fixed scales in bar, so that pumps compare: of a house, and of a stronger pump. */
const SCALES = [6, 12, 24];

/** One bucket of half an hour for two pixels. */
const LAST_DAY = { range: { lastS: 86_400 }, metrics: ['pressure'], points: 48 } as const;

const LEAST_BUCKETS = 4;

const newestMeasurement = (view: Parameters<Parameters<typeof useDevice>[1]>[0]) =>
  newestOf(view.last, 'pressure');

function placed({ t, step_s, series: { pressure } }: History, newest: ReturnType<typeof newestOf>) {
  const lines = pressure ? linesOf({ t, step_s, ...pressure }, newest) : [];
  const most = Math.max(0, ...lines.flat().map(({ high }) => high));
  const high = SCALES.find((bar) => most <= bar) ?? most;
  return placeLines(lines, {
    from: t[0] ?? 0,
    to: Math.max(t.at(-1) ?? 0, newest?.t ?? 0),
    low: 0,
    high,
  });
}

/** The pressure of the last day beside the state of a pump; in the colour of a state that needs a look. */
export function DayLine({ deviceId, isFine }: { deviceId: string; isFine: boolean }) {
  const { data } = useHistory({ deviceId, ...LAST_DAY });
  const newest = useDevice(deviceId, newestMeasurement);
  const lines = useMemo(() => (data ? placed(data, newest) : []), [data, newest]);
  // A new pump has no day yet: a dot at its end would say nothing.
  if (lines.flat().length < LEAST_BUCKETS) return null;
  return <Sparkline lines={lines} colour={isFine ? 'var(--c-pressure)' : 'var(--tone)'} size="small" />;
}
