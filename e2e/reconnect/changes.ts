import type { LastData } from '@manoboard/contract/device/device';
import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { lockOf } from '@manoboard/domain/pump/control-mode';
import { switchOf } from '@manoboard/domain/pump/pump';
import { emptyLastData } from '@manoboard/domain/telemetry/last-data';
import { DEVICE, isOnline, type World } from './world.ts';

const lastData = async ({ owner }: World) => {
  const rows = await owner.get<LastData[]>('/actual-data/all-last-data');
  return (rows.find(({ device_id }) => device_id === DEVICE) ?? emptyLastData(DEVICE)).data;
};
const config = ({ technician }: World) => technician.get<ConfigState>(`/devices/${DEVICE}/config`);
const command = ({ owner }: World, path: string, body: object) =>
  owner.send('POST', `/mqtt/${DEVICE}/${path}`, body);

/**
 * Changes by other users meanwhile; an offline board refuses them, and the refusal is reported. `n` counts the cycles.
 */
export const changes = {
  nothing: async () => undefined,
  async switch(world: World) {
    const value = switchOf(await lastData(world)) !== 'on';
    await command(world, 'start-stop', { what: 'start-stop', value });
  },
  async pressure(world: World, n: number) {
    await command(world, 'write', { what: 'Required pressure', value: (32 + (n % 8)) / 10 });
  },
  async lock(world: World) {
    const value = lockOf(await lastData(world)) !== 'locked';
    await command(world, 'set-lock', { what: 'set-lock', value });
  },
  name: ({ owner }: World, n: number) =>
    owner.send('PATCH', `/users-devices/${DEVICE}`, { alias: `Studňa ${n}` }),
  async config(world: World, n: number) {
    const { version, desired } = await config(world);
    const pressure = { ...desired.pressure, min: 3, max: 4 + (n % 15) / 10 };
    await world.technician.send('PUT', `/devices/${DEVICE}/config`, {
      version,
      config: { ...desired, pressure },
    });
  },
  async board(world: World) {
    await world.setWifi(!(await isOnline(world.owner)));
  },
} satisfies Record<string, (world: World, n: number) => Promise<unknown>>;
export type ChangeName = keyof typeof changes;
