import type { Inbox } from '@manoboard/contract/inbox/inbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type User = Awaited<ReturnType<World['user']>>;
const inboxOf = async (user: User) => (await user.get('/inbox')).body as Inbox;

async function house() {
  const owner = await world.user();
  return { owner, device: await world.enrol(owner.id) };
}

describe('R1.7 a message from staff to the owner', () => {
  it('arrives with its text and the name of its author, and open pages get an event', async () => {
    const { owner, device } = await house();
    const seller = await world.user({ name: 'Peter', surname: 'Predaj' }, ['Seller']);
    const [stream, other] = [await owner.stream(), await seller.stream()];
    await stream.next('snapshot');
    const text = 'Dobrý deň,\nozvite sa nám.';
    expect(await seller.post(`/devices/${device.deviceId}/messages`, { text })).toMatchObject({
      status: 201,
    });
    await stream.next('inbox');
    const { notifications, messages } = await inboxOf(owner);
    expect(notifications).toEqual([]);
    expect(messages).toMatchObject([
      {
        name: text,
        details: { name: 'Peter Predaj', type: 'message' },
        event: { device_id: device.deviceId, text },
      },
    ]);
    expect(await inboxOf(seller)).toEqual({ notifications: [], messages: [] });
    expect(other.events.map(({ event }) => event)).not.toContain('inbox');
    stream.close();
    other.close();
  });

  it('sends its event to a stream that resumes later', async () => {
    const { owner, device } = await house();
    const seller = await world.user({}, ['Seller']);
    const first = await owner.stream();
    await first.next('snapshot');
    first.close();
    await seller.post(`/devices/${device.deviceId}/messages`, { text: 'Haló?' });
    const second = await owner.stream('', first.state.lastEventId);
    await second.next('resumed');
    expect(second.events.map(({ event }) => event)).toEqual(['inbox', 'resumed']);
    second.close();
  });

  it('is answered 409 without an owner, 403 to the owner, 404 to a stranger, 422 without text', async () => {
    const { owner, device } = await house();
    const free = await world.enrol();
    const [seller, stranger] = [await world.user({}, ['Seller']), await world.user()];
    const write = async (user: User, deviceId: string, text: string) => {
      const { status, body } = await user.post(`/devices/${deviceId}/messages`, { text });
      const { detail } = (body ?? {}) as { detail?: unknown };
      return [status, typeof detail === 'string' ? detail : ''];
    };
    expect(await write(seller, free.deviceId, 'Haló')).toEqual([409, 'DEVICE_HAS_NO_OWNER']);
    expect(await write(owner, device.deviceId, 'Haló')).toEqual([403, 'FORBIDDEN']);
    expect(await write(stranger, device.deviceId, 'Haló')).toEqual([404, 'DEVICE_NOT_FOUND']);
    expect(await write(seller, device.deviceId, '  ')).toEqual([422, '']);
  });

  it('is answered 429 after many messages of one user', async () => {
    const { device } = await house();
    const seller = await world.user({}, ['Seller']);
    const answers = await Promise.all(
      Array.from({ length: 33 }, () =>
        seller.post(`/devices/${device.deviceId}/messages`, { text: 'Akcia!' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  });
});
