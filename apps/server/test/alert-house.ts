import type { AlertPage } from '@manoboard/contract/alert/alert';
import type { Event } from '@manoboard/contract/mqtt/event';
import type { BoardClient } from '@manoboard/testkit/board-client';
import type { World } from './world.ts';

/** When the alerts of the tests are raised, Unix seconds. */
export const RAISED_S = Math.floor(Date.now() / 1000) - 3600;

export const dryRun: Event = {
  v: 1,
  id: '01JCPV4000',
  ts: RAISED_S,
  code: 'DRY_RUN',
  st: 'raised',
  sev: 'alarm',
  d: { pressure: 0.1, frequency_fc: 50 },
};
export const cleared = (event: Event, afterS = 60): Event => ({
  ...event,
  st: 'cleared',
  ts: event.ts + afterS,
  d: { pressure: 3.9, frequency_fc: 40, fault: 0 },
});

type User = Awaited<ReturnType<World['user']>>;
export const pageOf = async (user: Pick<User, 'get'>, query = '') =>
  (await user.get(`/alerts${query}`)).body as AlertPage;

/** What the boards of the tests report of their pumps. */
const PUMP = { motor_kw: 1.386, motor_volts: 230, no_flow_w: 896, sensor_input: 2 } as const;

/** An owner with a connected board that has published these events. */
export function createHouses(world: () => World) {
  const boards: BoardClient[] = [];
  return {
    async house(events: Event[] = []) {
      const owner = await world().user();
      const device = await world().enrol(owner.id);
      const board = await device.connect();
      boards.push(board);
      const fcId = device.deviceId.replace('MNB', 'FC');
      await board.publishInfo({ fc: { id: fcId, fc_type: 'GD10', ident: 269, unit: 1 }, pump: PUMP });
      for (const event of events) await board.publish('event', event);
      const first = (await pageOf(owner)).items[0];
      return { owner, device, board, fcId, id: first?.id ?? 0 };
    },
    disconnectAll: () => Promise.all(boards.splice(0).map(({ client }) => client.endAsync(true))),
  };
}
