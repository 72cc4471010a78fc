import { describe, expect, it, vi } from 'vitest';
import { HIDDEN_GRACE_MS, SLEPT_MS } from '../../lib/http/watch-tab.ts';
import { FakeEventSource, pollRoutes } from '../../testing/fake-server.ts';
import { broken, freezeLink, silent, startLink, withPressure } from '../../testing/live-link.ts';
import { ID, T } from '../../testing/live-page.tsx';
import { tab } from '../../testing/tab.ts';

freezeLink();

it('stream and poll retry at once when the network returns', async () => {
  const { server, pass, close } = startLink();
  await pass(0);
  FakeEventSource.current.refuse();
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(FakeEventSource.opened).toHaveLength(2);
  // The first poll, one after the refused stream, one for the network.
  expect(server.requestsTo('/actual-data/all-last-data')).toHaveLength(3);
  close();
});

it('a page that becomes visible keeps a stream with recent events and replaces a stale one', async () => {
  const { close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  tab.show();
  expect(FakeEventSource.opened).toHaveLength(1);
  vi.setSystemTime((T + 3600) * 1000);
  tab.show();
  expect(FakeEventSource.opened).toHaveLength(2);
  close();
});

it('R6 the link state of a visible page is connecting after the machine slept, until the server answers', async () => {
  const { server, states, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  FakeEventSource.current.startPings();
  await pass(2000);
  Object.assign(server.routes, silent);
  vi.setSystemTime((T + 2) * 1000 + SLEPT_MS);
  await pass(2000);
  expect(FakeEventSource.opened).toHaveLength(1);
  vi.setSystemTime((T + 3600) * 1000);
  await pass(2000);
  expect(FakeEventSource.opened).toHaveLength(2);
  expect(states).toEqual(['live', 'connecting']);
  FakeEventSource.current.emit('snapshot', { now: T + 3602, last_data: [], online: [], commands: [] });
  expect(states).toEqual(['live', 'connecting', 'live']);
  close();
});

it('R6 the link state is live only after the stream has sent the missed events', async () => {
  const { store, states, close } = startLink(silent);
  FakeEventSource.current.emit('resumed', { now: T });
  FakeEventSource.current.disconnect();
  FakeEventSource.current.emit('last-data', withPressure(T + 5, 5));
  expect(store.device(ID).last?.data.pressure).toBe(5);
  expect(states).toEqual(['live', 'connecting']);
  FakeEventSource.current.emit('resumed', { now: T + 6 });
  expect(states).toEqual(['live', 'connecting', 'live']);
  close();
});

it('a browser that loses its network polls at once, and the link state is down when the poll fails', async () => {
  const { server, states, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  await pass(0);
  Object.assign(server.routes, broken);
  window.dispatchEvent(new Event('offline'));
  expect(states).toEqual(['live', 'connecting']);
  await pass(0);
  expect(states).toEqual(['live', 'connecting', 'down']);
  close();
});

it('a lost stream causes one poll at once, not two', async () => {
  const { server, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  await pass(0);
  FakeEventSource.current.disconnect();
  await pass(0);
  expect(server.requestsTo('/actual-data/all-last-data')).toHaveLength(2);
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(server.requestsTo('/actual-data/all-last-data')).toHaveLength(3);
  close();
});

it('R6.1 each poll without a stream reports missed events, since other data may be stale', async () => {
  const { onLiveEvent, pass, close } = startLink();
  await pass(0);
  expect(onLiveEvent).not.toHaveBeenCalled();
  await pass(12_000);
  expect(onLiveEvent.mock.calls).toEqual([
    [{ event: 'missed', data: null }],
    [{ event: 'missed', data: null }],
  ]);
  FakeEventSource.current.emit('resumed', { now: T });
  onLiveEvent.mockClear();
  await pass(6000);
  expect(onLiveEvent).not.toHaveBeenCalled();
  close();
});

it('the link state is connecting after a stale stream is replaced, until the new one answers', async () => {
  const { server, states, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  await pass(0);
  Object.assign(server.routes, silent);
  vi.setSystemTime((T + 3600) * 1000);
  tab.show();
  expect(states.at(-1)).toBe('connecting');
  FakeEventSource.current.emit('resumed', { now: T + 3600 });
  expect(states).toEqual(['live', 'connecting', 'live']);
  close();
});

describe('a hidden tab', () => {
  const streams = () => FakeEventSource.opened.filter(({ readyState }) => readyState !== 2);

  async function startAndHide() {
    const started = startLink(pollRoutes([withPressure(T, 4)], [ID]));
    FakeEventSource.current.emit('resumed', { now: T });
    FakeEventSource.current.startPings();
    await started.pass(0);
    tab.hide();
    return started;
  }

  it('closes stream and poll after a grace period, and the link state is no longer live', async () => {
    const { server, states, pass, close } = await startAndHide();
    await pass(HIDDEN_GRACE_MS - 1);
    expect(streams()).toHaveLength(1);
    expect(states).toEqual(['live']);
    await pass(1);
    expect(streams()).toEqual([]);
    expect(states).toEqual(['live', 'connecting']);
    const requestCount = server.requests.length;
    window.dispatchEvent(new Event('online'));
    await pass(3_600_000);
    expect(server.requests).toHaveLength(requestCount);
    expect(streams()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    close();
  });

  it('keeps its stream when it is shown again within the grace period', async () => {
    const { states, pass, close } = await startAndHide();
    await pass(HIDDEN_GRACE_MS - 1);
    tab.show();
    await pass(HIDDEN_GRACE_MS);
    expect(FakeEventSource.opened).toHaveLength(1);
    expect(states).toEqual(['live']);
    close();
  });

  it('reconnects at once when it is shown, and the link state is live only after the server has answered', async () => {
    const { server, store, states, onLiveEvent, pass, close } = await startAndHide();
    await pass(3_600_000);
    const pollCount = server.requestsTo('/actual-data/all-last-data').length;
    tab.show();
    expect(streams()).toHaveLength(1);
    expect(server.requestsTo('/actual-data/all-last-data')).toHaveLength(pollCount + 1);
    expect(states.at(-1)).toBe('connecting');
    const last_data = [withPressure(T + 3600, 5)];
    FakeEventSource.current.emit('snapshot', { now: T + 3600, last_data, online: [], commands: [] });
    expect(store.device(ID)).toMatchObject({ isOnline: false, last: { data: { pressure: 5 } } });
    expect(onLiveEvent).toHaveBeenLastCalledWith({ event: 'missed', data: null });
    expect(states).toEqual(['live', 'connecting', 'live']);
    close();
  });

  it('has the link state polling when only the poll answers after it is shown, and down without an answer', async () => {
    const { server, states, pass, close } = await startAndHide();
    await pass(HIDDEN_GRACE_MS);
    tab.show();
    await pass(0);
    expect(states).toEqual(['live', 'connecting', 'polling']);
    tab.hide();
    await pass(HIDDEN_GRACE_MS);
    Object.assign(server.routes, broken);
    tab.show();
    await pass(0);
    expect(states.slice(3)).toEqual(['connecting', 'down']);
    close();
  });

  it('connects only when it is shown, if it was opened in the background', async () => {
    tab.hide();
    const { server, pass, close } = startLink();
    await pass(60_000);
    expect(FakeEventSource.opened).toEqual([]);
    expect(server.requests).toEqual([]);
    tab.show();
    expect(streams()).toHaveLength(1);
    close();
  });

  it('R6.2 leaves no timer and does not reconnect after its link was closed', async () => {
    const { close } = await startAndHide();
    close();
    expect(vi.getTimerCount()).toBe(0);
    tab.show();
    expect(streams()).toEqual([]);
  });
});
