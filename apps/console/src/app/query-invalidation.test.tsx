import { ActivityKind } from '@manoboard/contract/activity/activity';
import { aDevice, anFcDevice } from '@manoboard/testkit/factories';
import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { useInbox } from '../areas/alerts/inbox/use-inbox.ts';
import { useActivity } from '../areas/history/activity/use-activity.ts';
import { useHopFacts } from '../areas/pump/device-status/use-hop-facts.ts';
import { useDevices } from '../areas/pump/devices/use-devices.ts';
import { useFirmware } from '../areas/service/firmware/use-firmware.ts';
import { useAppliedConfig, useConfigRetry } from '../device/device-config.ts';
import { useLiveLink } from '../device/live/use-link.ts';
import { configured } from '../testing/config.ts';
import { FakeEventSource, type Handler, pollRoutes, startFakeServer } from '../testing/fake-server.ts';
import { freezeTime, ID, pass, T } from '../testing/live-page.tsx';
import { page, showPage } from '../testing/page.tsx';
import { tab } from '../testing/tab.ts';

freezeTime();

const OTHER = 'MNB-TE0002';
const PATH = `/devices/${ID}/config`;
const upTo = (max: number) => configured({ min: 3, max });

const receive = (...event: Parameters<FakeEventSource['emit']>) =>
  act(async () => FakeEventSource.current.emit(...event));
const receiveSnapshot = () => receive('snapshot', { now: T, last_data: [], online: [], commands: [] });
const receiveConfig = (deviceId: string) => receive('config', { device_id: deviceId });
/** The stream sends only pings for longer than the stale time of a query. */
async function passStaleTime() {
  for (let pings = 0; pings < 8; pings += 1) {
    await receive('ping', { now: T });
    await pass(10_000);
  }
}

function Bounds({ deviceId }: { deviceId: string }) {
  useLiveLink();
  return <p>{useAppliedConfig(deviceId)?.pressure?.max}</p>;
}
function Places() {
  const [place, setPlace] = useState(ID);
  return (
    <>
      {[ID, OTHER, 'profile'].map((to) => (
        <button key={to} type="button" aria-label={to} onClick={() => setPlace(to)} />
      ))}
      {place !== 'profile' && <Bounds key={place} deviceId={place} />}
    </>
  );
}
function Foreign() {
  useLiveLink('MNB-TE0003');
  return null;
}
const goTo = (place: string) => page.click(page.get('button', place));

async function show(max: number | Handler) {
  const config = typeof max === 'number' ? upTo(max) : max;
  const routes = { [PATH]: config, [`/devices/${OTHER}/config`]: upTo(9) };
  const server = startFakeServer({ ...pollRoutes([], []), ...routes });
  await showPage(<Places />);
  await receiveSnapshot();
  await pass(100);
  return server;
}

it('R5.5 pressure bounds changed while another device is displayed are refetched', async () => {
  const server = await show(5.5);
  await goTo(OTHER);
  await pass(100);
  server.routes[PATH] = upTo(4.2);
  await receiveConfig(ID);
  await goTo(ID);
  await passStaleTime();
  expect(page.text()).toBe('4.2');
});

it('R5.5 pressure bounds changed while a page without live data is open are refetched', async () => {
  const server = await show(5.5);
  await goTo('profile');
  await pass(3000);
  server.routes[PATH] = upTo(4.2);
  await goTo(ID);
  await receiveSnapshot();
  await passStaleTime();
  expect(page.text()).toBe('4.2');
});

it('R5.5 pressure bounds changed between the response and the snapshot of the stream are refetched', async () => {
  const server = await show(5.5);
  tab.hide();
  await pass(10_000);
  await act(async () => tab.show());
  await pass(100);
  server.routes[PATH] = upTo(4.2);
  await receiveSnapshot();
  await passStaleTime();
  expect(page.text()).toBe('4.2');
});

it('R5.5 pressure bounds changed while the stream reconnects for a foreign device are refetched', async () => {
  const server = await show(5.5);
  await showPage(<Foreign />);
  await pass(100);
  server.routes[PATH] = upTo(4.2);
  await receiveSnapshot();
  await passStaleTime();
  expect(page.text()).toBe('4.2');
});

/** All queries with live events; the configuration twice, as on the overview. */
function Everything() {
  useLiveLink();
  useAppliedConfig(ID);
  useConfigRetry(ID);
  useHopFacts(ID);
  useActivity(ID);
  useFirmware(ID);
  useDevices();
  useInbox('messages', 7);
  return null;
}
const answers = {
  config: upTo(5.5),
  diagnostics: () => ({
    json: { now: T, online: true, fc: 1, values: [], fault: { code: 0, name: null, ts: T }, events: [] },
  }),
  activity: () => ({
    json: {
      items: [],
      total: 0,
      counts: Object.fromEntries(ActivityKind.options.map((kind) => [kind, 0])),
      next: null,
    },
  }),
  firmware: () => ({ json: { version: '1.4.2', hw: 'mnb-2', available: null, update: null } }),
  devices: () => ({ json: [aDevice()] }),
  converters: () => ({ json: [anFcDevice()] }),
  inbox: () => ({ json: { notifications: [], messages: [] } }),
} satisfies Record<string, Handler>;
type Name = keyof typeof answers;
const pathOf: Record<Name, string> = {
  config: PATH,
  diagnostics: `/devices/${ID}/diagnostics`,
  activity: `/devices/${ID}/activity`,
  firmware: `/firmware/${ID}`,
  devices: '/users-devices/get-devices',
  converters: '/users-devices/get-all-fc-devices',
  inbox: '/inbox',
};
const names = Object.keys(pathOf) as Name[];

/** Renders all queries; the server holds its answers until `answer` runs. */
async function showEverything() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held = names.map((name): [string, Handler] => [
    pathOf[name],
    (request) => released.then(() => answers[name](request)),
  ]);
  const server = startFakeServer({ ...pollRoutes([], []), ...Object.fromEntries(held) });
  await showPage(<Everything />);
  await receiveSnapshot();
  const counts = () => names.map((name) => server.requestsTo(pathOf[name]).length);
  return {
    async answer() {
      release();
      await pass(100);
    },
    /** Queries requested since the given counts. */
    requestedSince: (before: number[]) => names.filter((_, at) => counts()[at] !== before[at]),
    counts,
  };
}

const ALERT = { alert_id: 1, change: 'raised' };
it.each<[Parameters<FakeEventSource['emit']>[0], object, Name[]]>([
  ['config', { device_id: ID }, ['config', 'activity', 'converters']],
  ['activity', { device_id: ID }, ['activity']],
  ['activity', { device_id: OTHER }, []],
  ['config', { device_id: OTHER }, ['converters']],
  ['alert', { ...ALERT, device_id: ID }, ['diagnostics', 'activity', 'converters']],
  ['alert', { ...ALERT, device_id: OTHER }, ['converters']],
  ['firmware', { device_id: ID }, ['activity', 'firmware', 'devices', 'converters']],
  ['firmware', { device_id: OTHER }, ['devices', 'converters']],
  ['devices', {}, ['devices', 'converters']],
  ['inbox', {}, ['inbox']],
])(
  'event "%s" %o refetches each query that it makes stale once, also before the first answer',
  async (name, data, stale) => {
    const { answer, counts, requestedSince } = await showEverything();
    expect(counts()).toEqual(names.map(() => 1));
    await receive(name, data);
    await receive(name, data);
    expect(requestedSince(names.map(() => 1))).toEqual([]);
    await answer();
    expect(counts()).toEqual(names.map((each) => (stale.includes(each) ? 2 : 1)));
    const before = counts();
    await receive(name, data);
    await pass(100);
    expect(requestedSince(before)).toEqual(stale);
    expect(counts()).toEqual(names.map((each) => (stale.includes(each) ? 3 : 1)));
  },
);

it('a reconnect invalidates all queries and restarts requests in flight', async () => {
  const { answer, counts } = await showEverything();
  await answer();
  await receiveSnapshot();
  await receiveSnapshot();
  await pass(100);
  expect(counts()).toEqual(names.map(() => 3));
});
