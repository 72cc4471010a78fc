import { Ack } from '@manoboard/contract/mqtt/topics';
import { type CommandParts, createCommands } from '../src/commands/commands.ts';
import { createRunMemory } from '../src/commands/run-memory.ts';
import { createBoardConfig } from '../src/config.ts';
import { createMemoryDisk } from '../src/disk/memory-disk.ts';
import type { Drive } from '../src/drive/drive.ts';
import { createMeterOffsets } from '../src/reporting/measurement-offsets.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';

const bytes = (message: unknown) =>
  new TextEncoder().encode(typeof message === 'string' ? message : JSON.stringify(message));

/** The command part of a board without a connection; every ack is validated against the contract. */
export function createCommandHarness(
  drive: Drive,
  clock: FakeClock = fakeClock(),
  { disk = createMemoryDisk(), ...more }: Partial<CommandParts> = {},
) {
  const acks: Ack[] = [];
  const config = createBoardConfig(clock, disk);
  const offsets = createMeterOffsets(clock, disk);
  const runMemory = createRunMemory(disk);
  const sendAck = async (ack: Ack) => acks.push(Ack.parse(ack)) > 0;
  const commands = createCommands({
    drive,
    clock,
    disk,
    config,
    offsets,
    runMemory,
    fcType: () => 'GD10',
    sendAck,
    ...more,
  });
  return {
    clock,
    disk,
    acks,
    config,
    offsets,
    runMemory,
    commands,
    outcomes: () => acks.map(({ st, err }) => (err ? `${st} ${err}` : st)),
    configure: (ver: number, cfg: object) => config.handle(bytes({ v: 1, ver, cfg })),
    async send(message: unknown, isRetained = false) {
      const handled = commands.handle(bytes(message), isRetained);
      await clock.advance(0);
      return { handled };
    },
  };
}
