import { claimText } from '@manoboard/contract/device/claim';
import { aReading, aTele } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';
import { hashSecret } from './devices.service.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => world.stop());

const CODE = '7K3D-9QTX-2MVA';

/** A board with a label and without an owner. */
async function labelled(claimCode: string | null = CODE, ownerId?: number) {
  const device = await world.enrol(ownerId);
  const claim_hash = claimCode === null ? null : hashSecret(claimCode);
  await world.db.updateTable('device').where('id', '=', device.id).set({ claim_hash }).execute();
  return device;
}
/** Every test is a client of its own, since wrong codes are counted by client. */
let clients = 0;
function aClient() {
  const browser = world.browser();
  const from = { 'x-forwarded-for': `198.51.100.${++clients}` };
  return (body: object) => browser.post('/boards/find-by-label', body, from);
}
const UNKNOWN = { status: 404, body: { detail: 'LABEL_UNKNOWN' } };

describe('R4.1 a board is found by its label, without an account', () => {
  it.each([
    ['ID and code', (id: string) => ({ id_dev: id, password: CODE })],
    ['ID and code as typed', (id: string) => ({ id_dev: ` ${id.toLowerCase()}`, password: '7k3d9qtx 2mva' })],
    ['the QR code', (id: string) => ({ id_dev: claimText({ id_dev: id, claim_code: CODE }) })],
  ])('by %s', async (_how, body) => {
    const device = await labelled();
    expect(await aClient()(body(device.deviceId))).toMatchObject({
      status: 200,
      body: { id_dev: device.deviceId, is_online: false, pressure_bar: null, water: { tone: 'unknown' } },
    });
  });

  it('with its pressure and its water as soon as it is online', async () => {
    const device = await labelled();
    const find = aClient();
    const board = await device.connect();
    await board.publishStatus();
    await board.publish(
      'tele',
      aTele({ d: aReading({ pressure: 4.2, on_off_state_r: 1, frequency_fc: 0 }) }),
    );
    const found = await waitFor(async () => {
      const { body } = await find({ id_dev: device.deviceId, password: CODE });
      return (body as { pressure_bar: number | null }).pressure_bar !== null && body;
    });
    expect(found).toMatchObject({
      is_online: true,
      pressure_bar: 4.2,
      water: { kind: 'there', tone: 'water' },
    });
    await board.leave();
  });

  it('a wrong code, a missing code, a board without a code and an unknown ID have one answer', async () => {
    const find = aClient();
    const device = await labelled();
    const bare = await labelled(null);
    for (const body of [
      { id_dev: device.deviceId, password: '7K3D-9QTX-2MVB' },
      { id_dev: device.deviceId },
      { id_dev: bare.deviceId, password: CODE },
      { id_dev: 'MNB-NOBODY', password: CODE },
    ])
      expect(await find(body)).toMatchObject(UNKNOWN);
  });

  it('a board with an owner shows none of its values, also with its code', async () => {
    const owner = await world.user();
    const device = await labelled(CODE, owner.id);
    const answer = await aClient()({ id_dev: device.deviceId, password: CODE });
    expect(answer).toMatchObject({ status: 409, body: { detail: 'DEVICE_HAS_OWNER' } });
    expect(JSON.stringify(answer.body)).not.toMatch(/pressure|online/);
  });
});

describe('guesses of a code', () => {
  it('are limited for a client, the right ones are not, and another client is not locked out', async () => {
    const device = await labelled();
    const [owner, stranger] = [aClient(), aClient()];
    for (let i = 0; i < 15; i++)
      expect((await owner({ id_dev: device.deviceId, password: CODE })).status).toBe(200);
    const statuses = [];
    for (let i = 0; i < 12; i++)
      statuses.push((await stranger({ id_dev: device.deviceId, password: 'AAAA-AAAA-AAAA' })).status);
    expect(statuses).toEqual([...Array(10).fill(404), 429, 429]);
    expect((await stranger({ id_dev: device.deviceId, password: CODE })).status).toBe(429);
    expect((await owner({ id_dev: device.deviceId, password: CODE })).status).toBe(200);
  });
});
