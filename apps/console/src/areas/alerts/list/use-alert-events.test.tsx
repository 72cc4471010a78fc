import { expect, it, vi } from 'vitest';
import { FakeEventSource } from '../../../testing/fake-server.ts';
import { freezeTime, pass, showLive, T } from '../../../testing/live-page.tsx';
import { useAlertEvents } from './use-alert-events.ts';

freezeTime();

const changed = vi.fn(async () => undefined);
const missed = vi.fn(async () => undefined);
function Page() {
  useAlertEvents({ changed, missed });
  return null;
}
const reconnect = () =>
  FakeEventSource.current.emit('snapshot', { now: T, last_data: [], online: [], commands: [] });

it('a second reconnect within 30 s loads the alerts of the time between, when the 30 s have passed', async () => {
  missed.mockClear();
  await showLive(<Page />);
  reconnect();
  await pass(1000);
  expect(missed).toHaveBeenCalledTimes(1);
  await pass(10_000);
  reconnect();
  reconnect();
  await pass(10_000);
  expect(missed).toHaveBeenCalledTimes(1);
  await pass(10_000);
  expect(missed).toHaveBeenCalledTimes(2);
});

it('missed alerts are loaded also after the clock of the browser was set back', async () => {
  missed.mockClear();
  await showLive(<Page />);
  reconnect();
  await pass(1000);
  vi.setSystemTime((T - 7200) * 1000);
  await pass(31_000);
  missed.mockClear();
  reconnect();
  await pass(1000);
  expect(missed).toHaveBeenCalled();
});
