import { once } from 'node:events';
import { gd10 } from '@manoboard/domain/fc/gd10';
import { freePort } from '@manoboard/testkit/free-port';
import modbusSerial from 'modbus-serial';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createModbusDrive } from '../../src/drive/modbus-drive.ts';
import { serveTcp } from '../../src/drive/simulated/gd10-server.ts';
import { addressOf, gd10World } from '../gd10-world.ts';

/** A third, independent implementation of Modbus that is always installed. */
const { default: Client, ServerTCP } = modbusSerial;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

it('its client reads and writes the simulated GD10 and gets its refusals', async () => {
  const world = gd10World();
  const port = await freePort();
  undo.push((await serveTcp(world.gd10, 1, { host: '127.0.0.1', port })).close);
  const client = new Client();
  await client.connectTCP('127.0.0.1', { port });
  undo.push(() => new Promise<void>((resolve) => client.close(() => resolve())));
  client.setID(1);
  client.setTimeout(2_000);

  expect((await client.readHoldingRegisters(0x2100, 4)).data).toEqual([3, 0x41, 0, 0x010d]);
  expect(await client.writeRegister(0x2000, 1)).toMatchObject({ address: 0x2000, value: 1 });
  expect(world.plant.isOn).toBe(true);
  await expect(client.readHoldingRegisters(0x3000, 17)).rejects.toMatchObject({ modbusCode: 3 });
  await expect(client.writeRegister(0x2100, 1)).rejects.toMatchObject({ modbusCode: 7 });
  await expect(client.writeRegisters(0x2000, [5])).rejects.toMatchObject({ modbusCode: 1 });
  await expect(client.readInputRegisters(0x2100, 1)).rejects.toMatchObject({ modbusCode: 1 });
});

it('the Modbus drive reads and writes its server, refusals included', async () => {
  const words = new Map<number, number>([[0x2103, 0x010d]]);
  const port = await freePort();
  const server = new ServerTCP(
    {
      getHoldingRegister: (address: number) => words.get(address) ?? 0,
      setRegister: (address: number, word: number) => {
        if (address === 0x0003) throw Object.assign(new Error('running'), { modbusErrorCode: 8 });
        words.set(address, word);
      },
    },
    { host: '127.0.0.1', port, unitID: 1 },
  );
  undo.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  await once(server, 'initialized');
  const address = addressOf(`modbus:tcp://127.0.0.1:${port}`);
  const drive = createModbusDrive({ address, profile: gd10, clock: systemClock });
  undo.push(drive.close);

  expect(await drive.identify()).toEqual({ ident: 0x010d, fcType: 'GD10' });
  await drive.setRequiredPressure(4.2);
  expect(words.get(0x8901)).toBe(420);
  expect(await drive.writeRegister(0x0114, 50)).toBe(50);
  await expect(drive.writeRegister(0x0003, 4000)).rejects.toMatchObject({
    exception: { code: 8, name: 'not_while_running', address: 0x0003 },
  });
});
