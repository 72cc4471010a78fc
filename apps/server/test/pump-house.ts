import type { LastData } from '@manoboard/contract/device/device';
import type { World } from './world.ts';

/** A user with a device whose board is connected. */
export async function houseWithPump(world: World) {
  const user = await world.user();
  const device = await world.enrol(user.id);
  const board = await device.connect();
  const lastData = async () => ((await user.get('/actual-data/all-last-data')).body as LastData[])[0];
  return { user, device, board, lastData };
}
