import { describe, expect, it } from 'vitest';
import { openDesk } from '../../test/desk.ts';
import { fakeClock } from '../../test/fake-clock.ts';
import { cmdAt, driveWith, opAt } from '../../test/parts.ts';
import { createMemoryDisk } from '../disk/memory-disk.ts';

describe('ids outlive a restart (contract.md 2)', () => {
  it('a command that the last start has done is repeated as done, and done no second time', async () => {
    const before = openDesk(driveWith({}));
    const cmd = cmdAt(before.clock, true);
    await before.give(cmd);
    const drive = driveWith({});
    const after = openDesk(drive, before.clock, { disk: before.disk });
    await after.give(cmd);
    expect(after.acks).toEqual([before.acks.at(-1)]);
    expect(drive.writes).toEqual([]);
  });

  it('a command that a power cut ended in the middle has failed, and is not tried again', async () => {
    const before = openDesk(driveWith({ start: () => new Promise<void>(() => {}) }));
    const cmd = cmdAt(before.clock, true);
    await before.give(cmd);
    const drive = driveWith({});
    const after = openDesk(drive, before.clock, { disk: before.disk });
    after.commands.connected();
    await after.give(cmd);
    expect(after.outcomes()).toEqual(['failed', 'failed']);
    expect(drive.writes).toEqual([]);
  });

  it.each([
    ['lost its memory', undefined],
    ['finds its memory damaged', '{"half'],
  ])('a board that %s does nothing that is older than its start', async (_what, text) => {
    const clock = fakeClock();
    const before = cmdAt(clock, true);
    await clock.advance(3_000);
    const disk = createMemoryDisk();
    if (text !== undefined) disk.write('acks.json', new TextEncoder().encode(text));
    const drive = driveWith({});
    const { give, outcomes } = openDesk(drive, clock, { disk });
    await give(before);
    expect(outcomes()).toEqual(['expired']);
    await clock.advance(1_000);
    await give(cmdAt(clock, true));
    expect(outcomes()).toEqual(['expired', 'accepted', 'done']);
  });

  it('such a board knows its start even if its clock was set later', async () => {
    const clock = fakeClock();
    const nowMs = clock.unixMs() ?? 0;
    const before = opAt(clock, 'reset', { name: 'electro_meter' });
    clock.setUnix(undefined);
    await clock.advance(3_000);
    const { give, outcomes } = openDesk(driveWith({}), clock);
    await clock.advance(3_000);
    clock.setUnix(nowMs + 6_000);
    await give(before);
    expect(outcomes()).toEqual(['expired']);
  });

  it('a disk that takes nothing more does not keep anybody from stopping the pump', async () => {
    const full = () => {
      throw new Error('ENOSPC');
    };
    const drive = driveWith({});
    const { give, outcomes, clock } = openDesk(drive, fakeClock(), {
      disk: { ...createMemoryDisk(), write: full },
    });
    const cmd = cmdAt(clock, false);
    await give(cmd);
    await give(cmd);
    expect(outcomes()).toEqual(['accepted', 'done', 'done']);
    expect(drive.writes).toEqual(['stop']);
  });
});
