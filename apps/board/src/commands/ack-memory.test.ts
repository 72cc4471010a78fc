import type { Ack } from '@manoboard/contract/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { createCommandHarness } from '../../test/command-harness.ts';
import { FAKE_START_MS, fakeClock } from '../../test/fake-clock.ts';
import { cmdAt, driveWith, opAt } from '../../test/parts.ts';
import { createMemoryDisk } from '../disk/memory-disk.ts';

describe('command ids survive a restart (protocol.md, Commands)', () => {
  it('a command done before the restart is acked as done again and not executed again', async () => {
    const before = createCommandHarness(driveWith({}));
    const cmd = cmdAt(before.clock, true);
    await before.send(cmd);
    const drive = driveWith({});
    const after = createCommandHarness(drive, before.clock, { disk: before.disk });
    await after.send(cmd);
    expect(after.acks).toEqual([before.acks.at(-1)]);
    expect(drive.writes).toEqual([]);
  });

  it('a command interrupted by a power cut is acked as failed and not retried', async () => {
    const before = createCommandHarness(driveWith({ start: () => new Promise<void>(() => {}) }));
    const cmd = cmdAt(before.clock, true);
    await before.send(cmd);
    const drive = driveWith({});
    const after = createCommandHarness(drive, before.clock, { disk: before.disk });
    after.commands.connected();
    await after.send(cmd);
    expect(after.outcomes()).toEqual(['failed', 'failed']);
    expect(drive.writes).toEqual([]);
  });

  it.each([
    ['for an update', { isUpdating: () => true }, 0, false, 'rejected busy'],
    ['for want of a clock', {}, undefined, false, 'rejected no_clock'],
    ['because the clock was behind', {}, FAKE_START_MS - 60_000, false, 'rejected bad_request'],
    ['as retained', {}, 0, true, 'rejected bad_request'],
    ['as older than the memory', {}, 0, false, 'expired'],
  ])(
    'a live command refused %s is not executed after a restart',
    async (why, more, unix, isRetained, outcome) => {
      const clock = fakeClock();
      const cmd = cmdAt(clock, true);
      if (why === 'as older than the memory') await clock.advance(1_000);
      if (unix !== 0) clock.setUnix(unix);
      const before = createCommandHarness(driveWith({}), clock, more);
      await before.send(cmd, isRetained);
      expect(before.outcomes()).toEqual([outcome]);
      clock.setUnix(FAKE_START_MS + 2_000);
      const drive = driveWith({});
      const after = createCommandHarness(drive, clock, { disk: before.disk });
      await after.send(cmd);
      expect(after.acks).toEqual(before.acks);
      expect(drive.writes).toEqual([]);
    },
  );

  it('acks owed by the last start are sent until one is acknowledged, then no more', async () => {
    const before = createCommandHarness(driveWith({ start: () => new Promise<void>(() => {}) }));
    const { clock, disk } = before;
    await before.send(cmdAt(clock, true));
    const sent: string[] = [];
    let isAcknowledged = false;
    const sendAck = async ({ st }: Ack) => sent.push(st) > 0 && isAcknowledged;
    async function startAndConnectTwice() {
      const { commands } = createCommandHarness(driveWith({}), clock, { disk, sendAck });
      for (let i = 0; i < 2; i++) {
        commands.connected();
        await clock.advance(0);
      }
    }
    await startAndConnectTwice();
    expect(sent).toEqual(['failed', 'failed']);
    isAcknowledged = true;
    await startAndConnectTwice();
    await startAndConnectTwice();
    expect(sent).toEqual(['failed', 'failed', 'failed']);
  });

  it('a refusal is written to disk before its ack is sent', async () => {
    const disk = createMemoryDisk();
    const known: boolean[] = [];
    const sendAck = async ({ id }: Ack) =>
      known.push(new TextDecoder().decode(disk.read('acks.json')).includes(id)) > 0;
    const { send, clock } = createCommandHarness(driveWith({}), fakeClock(), {
      disk,
      sendAck,
      isUpdating: () => true,
    });
    await send(cmdAt(clock, true));
    expect(known).toEqual([true]);
  });

  it('when refusals overflow the memory, forgotten ids are still refused and stop still works', async () => {
    let isUpdating = true;
    const before = createCommandHarness(driveWith({}), fakeClock(), { isUpdating: () => isUpdating });
    const { clock, disk, send, outcomes } = before;
    const refused = Array.from({ length: 600 }, () => cmdAt(clock, true));
    for (const cmd of refused) await send(cmd);
    isUpdating = false;
    await send(refused[0]);
    expect(outcomes().at(-1)).toBe('expired');
    const drive = driveWith({});
    const after = createCommandHarness(drive, clock, { disk });
    for (const cmd of refused) await after.send(cmd);
    expect(drive.writes).toEqual([]);
    await after.send(cmdAt(clock, false));
    await clock.advance(1_000);
    await after.send(cmdAt(clock, true));
    expect(drive.writes).toEqual(['stop', 'start']);
  });

  it('stops without a clock do not fill the memory permanently', async () => {
    const clock = fakeClock();
    const { send, disk } = createCommandHarness(driveWith({}), clock);
    clock.setUnix(undefined);
    for (let i = 0; i < 600; i++) await send(cmdAt(clock, false, { ts: 1_763_000_000, exp: 1_763_000_010 }));
    expect(JSON.parse(new TextDecoder().decode(disk.read('acks.json'))).rows).toHaveLength(512);
  });

  it('a command from before the memory was lost is not executed by the second start after it', async () => {
    const clock = fakeClock();
    const cmd = opAt(clock, 'set_lock', { val: false });
    await clock.advance(2_000);
    const { disk } = createCommandHarness(driveWith({}), clock);
    const after = createCommandHarness(driveWith({}), clock, { disk });
    await after.send(cmd);
    expect(after.outcomes()).toEqual(['expired']);
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
    const { send, outcomes } = createCommandHarness(drive, clock, { disk });
    await send(before);
    expect(outcomes()).toEqual(['expired']);
    await clock.advance(1_000);
    await send(cmdAt(clock, true));
    expect(outcomes()).toEqual(['expired', 'accepted', 'done']);
  });

  it('a board without a memory knows its start time even if its clock is set later', async () => {
    const clock = fakeClock();
    const nowMs = clock.unixMs() ?? 0;
    const before = opAt(clock, 'reset', { name: 'electro_meter' });
    clock.setUnix(undefined);
    await clock.advance(3_000);
    const { send, outcomes } = createCommandHarness(driveWith({}), clock);
    await clock.advance(3_000);
    clock.setUnix(nowMs + 6_000);
    await send(before);
    expect(outcomes()).toEqual(['expired']);
  });

  it('a memory that began while the clock was ahead refuses nothing once the clock is right', async () => {
    const clock = fakeClock();
    const rightMs = clock.unixMs() ?? 0;
    clock.setUnix(rightMs + 3_600_000);
    const { disk } = createCommandHarness(driveWith({}), clock);
    clock.setUnix(rightMs);
    const { send, outcomes } = createCommandHarness(driveWith({}), clock, { disk });
    await send(cmdAt(clock, false));
    expect(outcomes()).toEqual(['accepted', 'done']);
  });

  it('a full disk does not prevent a stop', async () => {
    const full = () => {
      throw new Error('ENOSPC');
    };
    const drive = driveWith({});
    const { send, outcomes, clock } = createCommandHarness(drive, fakeClock(), {
      disk: { ...createMemoryDisk(), write: full },
    });
    const cmd = cmdAt(clock, false);
    await send(cmd);
    await send(cmd);
    expect(outcomes()).toEqual(['accepted', 'done', 'done']);
    expect(drive.writes).toEqual(['stop']);
  });
});
