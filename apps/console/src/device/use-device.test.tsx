import { act } from 'react';
import { expect, it } from 'vitest';
import { FakeEventSource } from '../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive } from '../testing/live-page.tsx';
import { page } from '../testing/page.tsx';
import { useDevice, usePump, useReading } from './use-device.ts';

freezeTime();

function Reading() {
  const { freshness, ageS } = useReading(ID, 'pressure');
  const { status } = usePump(ID);
  return <p>{`${freshness} ${ageS} ${status}`}</p>;
}
const show = (last: Parameters<typeof measured>) => showLive(<Reading />, { last: [measured(...last)] });
const shown = () => page.text();

it.each([
  ['default interval, running', {}, undefined, 10],
  ['default interval, asleep', { frequency_fc: 0 }, undefined, 60],
  ['a frame every two seconds', {}, { running: 2, asleep: 30 }, 4],
  ['a frame a minute', {}, { running: 60, asleep: 600 }, 120],
] as const)(
  'R4.4 a value is live for two frame intervals of its board: %s',
  async (_case, values, every_s, staleAt) => {
    await show([values, every_s && { every_s }]);
    await pass((staleAt - 1) * 1000);
    expect(shown()).toMatch(/^live .* (running|waiting)/);
    await pass(1000);
    expect(shown()).toMatch(/^stale .* stale/);
  },
);

it('R4.4 a changed frame interval applies to freshness at once', async () => {
  const { receiveFrame } = await show([{}]);
  await pass(10_000);
  expect(shown()).toContain('stale');
  await receiveFrame(measured({}, { every_s: { running: 60, asleep: 600 } }));
  expect(shown()).toContain('live 10');
});

it('R6.1 freshness of a polling page allows for one poll interval, the displayed age does not', async () => {
  await show([{}]);
  await act(async () => FakeEventSource.current.disconnect());
  await pass(12_000);
  expect(shown()).toBe('live 10 running');
  await pass(4000);
  expect(shown()).toMatch(/^stale .* stale$/);
});

let renders = 0;
function Slice() {
  renders += 1;
  const { isOnline, pressure } = useDevice(ID, (view) => ({
    isOnline: view.isOnline,
    pressure: view.last?.data.pressure,
  }));
  return <p>{`${isOnline} ${pressure}`}</p>;
}

it('useDevice renders a component only when its selected slice changes', async () => {
  const { receiveFrame } = await showLive(<Slice />, { last: [measured({ pressure: 4 })] });
  expect(page.text()).toBe('true 4');
  const before = renders;
  await pass(3000);
  await receiveFrame(measured({ pressure: 4, frequency_fc: 31 }, {}, -3));
  expect(renders).toBe(before);
  await receiveFrame(measured({ pressure: 5 }, {}, -4));
  expect(page.text()).toBe('true 5');
  expect(renders).toBe(before + 1);
});
