import type { Activity } from '@manoboard/contract/nouns/activity';
import type { Alert, AlertDetail } from '@manoboard/contract/nouns/alert';
import type { Inbox } from '@manoboard/contract/nouns/inbox';
import { aReading } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHouses, pageOf } from './alert-house.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let nowMs = Math.floor(Date.now() / 60_000) * 60_000;
beforeAll(async () => {
  world = await startWorld({ now: () => nowMs });
});
afterAll(() => world.stop());

const { house } = createHouses(() => world);
type House = Awaited<ReturnType<typeof house>>;

let seq = 1000;
/** A frame each ten seconds. */
async function send({ board }: House, seconds: number, change: Parameters<typeof aReading>[0]) {
  for (let s = 0; s <= seconds; s += 10) {
    nowMs += 10_000;
    await board.publishTele({ ts: nowMs / 1000, seq: ++seq, d: aReading({ fault: 0, ...change }) });
  }
}
const alertOf = (home: House, isMet: (alert: Alert) => boolean) =>
  waitFor(async () => (await pageOf(home.owner)).items.find(isMet) ?? false, { what: 'the alert' });

it('R7.4 a rule raises an alert from frames, with its numbers, its evidence and one notice, and clears it', async () => {
  const home = await house();
  await send(home, 60, { temperature_fc: 78 });
  const raised = await alertOf(home, ({ kind }) => kind === 'over_temperature');
  expect(raised).toMatchObject({
    ...{ code: 'OVER_TEMPERATURE', severity: 'warning', timestamp: nowMs / 1000 },
    since_timestamp: nowMs / 1000 - 60,
    description: expect.stringContaining('78 °C'),
  });
  const { body } = await home.owner.get(`/alerts/${raised.id}`);
  expect(body as AlertDetail).toMatchObject({
    id: raised.id,
    numbers: { temperature: 78 },
    thresholds: { warnC: 75, alarmC: 85 },
    evidence: { fields: expect.arrayContaining(['temperature_fc']), to: nowMs / 1000 },
  });
  const { notifications } = (await home.owner.get('/inbox')).body as Inbox;
  expect(notifications).toMatchObject([{ event: { alert_id: raised.id, code: 'OVER_TEMPERATURE' } }]);
  await send(home, 300, { temperature_fc: 50 });
  await alertOf(home, ({ cleared_timestamp }) => cleared_timestamp !== null);
});

it('R5.7b numbers of a rule are changed within their limits, apply to the next frame and are logged', async () => {
  const home = await house();
  const path = `/devices/${home.device.deviceId}/alert-settings`;
  expect((await home.owner.get(path)).body).toEqual({
    ...{ thresholds: {}, off: [], changed_at: null, changed_by: null },
  });
  const technician = await world.user({}, ['Technician']);
  const put = (warnC: number) =>
    technician.send('PUT', path, { thresholds: { over_temperature: { warnC, afterS: 0 } }, off: ['leak'] });
  expect(await put(20)).toMatchObject({ status: 422, body: { detail: 'OUT_OF_BOUNDS' } });
  await send(home, 10, { temperature_fc: 60 });
  expect((await put(55)).body).toMatchObject({
    ...{ thresholds: { over_temperature: { warnC: 55, afterS: 0 } }, off: ['leak'] },
    changed_by: expect.any(String),
  });
  const isRaised = async () => {
    await send(home, 0, { temperature_fc: 60 });
    return (await pageOf(home.owner)).items.length > 0;
  };
  await waitFor(isRaised, { what: 'the alert' });
  const { items } = (await home.owner.get(`/devices/${home.device.deviceId}/activity`)).body as Activity;
  expect(JSON.stringify(items)).toContain('{"field":"alerts.over_temperature.warnC","old":75,"new":55}');
  const stranger = await world.user();
  expect((await stranger.get(path)).status).toBe(404);
});

it('R7.4 a shelved alert is not counted and comes back when its time is over and the condition lasts', async () => {
  const home = await house();
  await send(home, 60, { temperature_fc: 78 });
  const { id } = await alertOf(home, ({ kind }) => kind === 'over_temperature');
  const shelve = (minutes: number) => home.owner.send('POST', `/alerts/${id}/shelve`, { minutes });
  expect((await shelve(0)).status).toBe(422);
  expect((await shelve(30)).body).toMatchObject({ shelved_until: nowMs / 1000 + 1800 });
  expect((await pageOf(home.owner)).open).toMatchObject({ warning: 0, alarm: 0 });
  await send(home, 60, { temperature_fc: 90 });
  await alertOf(home, ({ severity }) => severity === 'alarm');
  const notices = async () => ((await home.owner.get('/inbox')).body as Inbox).notifications.length;
  expect(await notices()).toBe(1);
  await world.server.runJob('shelved-alerts');
  expect(await notices()).toBe(1);
  nowMs += 1_800_000;
  await world.server.runJob('shelved-alerts');
  expect(await notices()).toBe(2);
  expect(await pageOf(home.owner)).toMatchObject({
    ...{ items: [{ id, shelved_until: null }], open: { alarm: 1 } },
  });
  await shelve(30);
  expect((await home.owner.send('POST', `/alerts/${id}/unshelve`)).body).toMatchObject({
    shelved_until: null,
  });
  await home.owner.send('POST', `/alerts/${id}/resolve`);
  expect(await shelve(30)).toMatchObject({ status: 409, body: { detail: 'ALERT_RESOLVED' } });
});
