import { expect, it, vi } from 'vitest';
import { setTimeZone } from '../../../lib/time/time-zone.ts';
import { freezeTime, pass } from '../../../testing/live-page.tsx';
import { page, showPage } from '../../../testing/page.tsx';
import { useTimeText } from './use-time-text.ts';

freezeTime();

const At = ({ atS }: { atS: number }) => useTimeText()(atS);
const secondsOf = (iso: string) => Date.parse(iso) / 1000;

it.each([
  [
    'of Saturday is not of yesterday on Monday after the clocks go forward',
    '2026-03-30T00:30+02:00',
    '2026-03-28T14:00+01:00',
    '28. 3.',
  ],
  [
    'of Sunday is of yesterday on Monday after the clocks go forward',
    '2026-03-30T00:30+02:00',
    '2026-03-29T14:00+02:00',
    'včera',
  ],
  [
    'of Saturday is of yesterday on Sunday when the clocks go back',
    '2026-10-25T23:30+01:00',
    '2026-10-24T14:00+02:00',
    'včera',
  ],
])('an alert %s', async (_case, now, at, text) => {
  setTimeZone('Europe/Bratislava');
  vi.setSystemTime(now);
  await showPage(<At atS={secondsOf(at)} />);
  await pass(0);
  expect(page.text()).toContain(text);
});
