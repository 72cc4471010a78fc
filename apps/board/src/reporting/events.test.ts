import { Event } from '@manoboard/contract/mqtt/event';
import { describe, expect, it } from 'vitest';
import { FAKE_START_MS, fakeClock } from '../../test/fake-clock.ts';
import { createMemoryDisk } from '../disk/memory-disk.ts';
import { createEvents, type EventDetails } from './events.ts';
import { watch } from './events-watch.ts';

const START_S = FAKE_START_MS / 1000;
const dryRun: EventDetails = { code: 'DRY_RUN', sev: 'alarm', d: { pressure: 0.1, frequency_fc: 50 } };

function open(disk = createMemoryDisk(), boot = 17, clock = fakeClock()) {
  const published: Event[] = [];
  const events = createEvents({ clock, disk, boot, send: (event) => published.push(Event.parse(event)) });
  const measured = { fc: 1, d: { pressure: 3.9, motor_power: 0.7, rssi: -61 } } as const;
  return {
    clock,
    disk,
    published,
    events,
    see: (state: Parameters<typeof watch>[2]) => watch(events, clock, state, measured),
    words: () => published.map(({ code, st, d }) => `${code} ${st} ${d.fault ?? ''}`.trim()),
  };
}

describe('events (protocol.md, Events)', () => {
  it('an event is raised once with id, time, severity and values, and cleared once with the same id', async () => {
    const { events, published, clock } = open();
    events.set(dryRun, true);
    events.set(dryRun, true);
    await clock.advance(60_000);
    events.set({ ...dryRun, d: { pressure: 4 } }, false);
    events.set(dryRun, false);
    const [raised, cleared] = published;
    expect(published).toHaveLength(2);
    expect(raised).toMatchObject({ code: 'DRY_RUN', st: 'raised', sev: 'alarm', ts: START_S, d: dryRun.d });
    expect(cleared).toMatchObject({ id: raised?.id, st: 'cleared', ts: START_S + 60, d: { pressure: 4 } });
  });

  it('another stop ends the open event and raises a new one with its own values and next retry', async () => {
    const { events, published, clock } = open();
    events.raise({ ...dryRun, held: 10, stopped: true, retry_in: 3600 });
    await clock.advance(3_620_000);
    const again = { ...dryRun, d: { pressure: 0.2 }, held: 11, stopped: true, retry_in: 18_000 };
    events.raise(again);
    const [first, ended, second] = published;
    expect(published).toHaveLength(3);
    expect(ended).toMatchObject({ id: first?.id, st: 'cleared', ts: START_S + 3620, d: again.d });
    expect(second).toMatchObject({ st: 'raised', ts: START_S + 3620, ...again });
    expect(second?.id).not.toBe(first?.id);
    events.set(dryRun, false);
    expect(published.at(-1)).toMatchObject({ id: second?.id, st: 'cleared' });
  });

  it('an event that was never raised is not cleared', () => {
    const { events, published } = open();
    events.set(dryRun, false);
    expect(published).toEqual([]);
  });

  it('ids are unique within a start and across starts', () => {
    const ids = [17, 18, 2 ** 31 - 1].flatMap((boot) => {
      const { events, published } = open(undefined, boot);
      for (let i = 0; i < 50; i++) {
        events.set(dryRun, true);
        events.set(dryRun, false);
      }
      return published.filter(({ st }) => st === 'raised').map(({ id }) => id);
    });
    expect(new Set(ids).size).toBe(150);
  });

  it('an event open before a restart stays open and is cleared with its old id', () => {
    const before = open();
    before.events.set(dryRun, true);
    const after = open(before.disk, 18);
    after.events.set(dryRun, true);
    expect(after.published).toEqual(before.published);
    after.events.set(dryRun, false);
    expect(after.published.at(-1)).toMatchObject({ id: before.published[0]?.id, st: 'cleared' });
    const later = open(before.disk, 19);
    later.events.set(dryRun, true);
    expect(later.published).toMatchObject([after.published.at(-1), { st: 'raised' }]);
    expect(later.published[1]?.id).not.toBe(before.published[0]?.id);
  });

  it('a damaged file is ignored', () => {
    const disk = createMemoryDisk();
    disk.write('events.json', new TextEncoder().encode('{"DRY_RUN":{"v":1'));
    const { events, words } = open(disk);
    events.set(dryRun, true);
    expect(words()).toEqual(['DRY_RUN raised']);
  });
});

describe('events of the converter and the clock', () => {
  it('FC_FAULT carries the code of the drive and the measured values', () => {
    const { see, published, words } = open();
    see({ runState: 3, faultCode: 0 });
    see({ runState: 4, faultCode: 10 });
    see({ runState: 4, faultCode: 10 });
    see({ runState: 3, faultCode: 0 });
    expect(words()).toEqual(['FC_FAULT raised 10', 'FC_FAULT cleared 0']);
    expect(published[0]).toMatchObject({ sev: 'alarm', d: { fault: 10, pressure: 3.9, motor_power: 0.7 } });
  });

  it('another fault is another event: the first is cleared, the second raised', () => {
    const { see, published, words } = open();
    see({ runState: 4, faultCode: 10 });
    see({ runState: 4, faultCode: 16 });
    expect(words()).toEqual(['FC_FAULT raised 10', 'FC_FAULT cleared 16', 'FC_FAULT raised 16']);
    expect(published[2]?.id).not.toBe(published[0]?.id);
  });

  it('FC_OFFLINE is open while the converter is silent; an open fault stays open', () => {
    const { see, words } = open();
    see({ runState: 4, faultCode: 10 });
    see(undefined);
    see(undefined);
    see({ runState: 4, faultCode: 10 });
    expect(words()).toEqual(['FC_FAULT raised 10', 'FC_OFFLINE raised', 'FC_OFFLINE cleared']);
  });

  it('CLOCK_UNSET is open until the clock is set', () => {
    const { see, published, words, clock } = open();
    clock.setUnix(undefined);
    see({ runState: 3, faultCode: 0 });
    clock.setUnix(FAKE_START_MS);
    see({ runState: 3, faultCode: 0 });
    expect(words()).toEqual(['CLOCK_UNSET raised', 'CLOCK_UNSET cleared']);
    expect(published.map(({ ts }) => ts)).toEqual([0, START_S]);
  });
});
