import { CfgReported } from '@manoboard/contract/device/device-config';
import { configSum } from '@manoboard/domain/device-config/sum';
import { describe, expect, it } from 'vitest';
import { FAKE_START_MS, fakeClock } from '../test/fake-clock.ts';
import { createBoardConfig } from './config.ts';
import { createMemoryDisk } from './disk/memory-disk.ts';

const bytes = (message: unknown) =>
  new TextEncoder().encode(typeof message === 'string' ? message : JSON.stringify(message));
const desired = (ver: number, cfg: unknown, more: object = {}) => bytes({ v: 1, ver, cfg, ...more });
const START_S = FAKE_START_MS / 1000;

function open(disk = createMemoryDisk()) {
  const config = createBoardConfig(fakeClock(), disk);
  return {
    config,
    disk,
    send(payload: Uint8Array) {
      const report = config.handle(payload);
      return report && CfgReported.parse(report);
    },
  };
}

describe('config by version (protocol.md, Config)', () => {
  it('a new version is applied and reported with its number and time', () => {
    const { config, send } = open();
    expect(send(desired(12, { tele_s: 10, pressure: { min: 2, max: 6 } }))).toEqual({
      v: 1,
      ver: 12,
      st: 'applied',
      tag: null,
      sum: configSum({ tele_s: 10, pressure: { min: 2, max: 6 } }),
      ts: START_S,
    });
    expect(config.current()).toEqual({ tele_s: 10, pressure: { min: 2, max: 6 } });
    expect(config.frameSeconds()).toEqual({ running: 10, idle: 30 });
  });

  it('a field missing in a new version returns to its default', () => {
    const { config, send } = open();
    send(desired(1, { tele_s: 10, tele_idle_s: 60 }));
    send(desired(2, { tele_idle_s: 60 }));
    expect(config.frameSeconds()).toEqual({ running: 5, idle: 60 });
  });

  it('an older version changes nothing and is answered with the newest', () => {
    const { config, send } = open();
    const newest = send(desired(12, { tele_s: 10 }));
    expect(send(desired(11, { tele_s: 20 }))).toEqual(newest);
    expect(config.current()).toEqual({ tele_s: 10 });
  });

  it('the same version again, as at every connect, repeats the report and changes nothing', () => {
    const { config, send } = open();
    const first = send(desired(12, { tele_s: 10 }));
    expect(send(desired(12, { tele_s: 20 }))).toEqual(first);
    expect(config.current()).toEqual({ tele_s: 10 });
  });

  it('a restart restores the config and its version', () => {
    const { send, disk } = open();
    send(desired(12, { tele_s: 10 }));
    const { config, send: giveAgain } = open(disk);
    expect(config.current()).toEqual({ tele_s: 10 });
    expect(giveAgain(desired(11, {}))?.ver).toBe(12);
    expect(giveAgain(desired(12, {}))?.st).toBe('applied');
  });

  it('a rejected version keeps the previous one in force, also after a restart', () => {
    const { send, disk } = open();
    send(desired(12, { tele_s: 10 }));
    send(desired(13, { tele_s: 0 }));
    const { config, send: giveAgain } = open(disk);
    expect(config.current()).toEqual({ tele_s: 10 });
    expect(giveAgain(desired(13, { tele_s: 0 }))?.st).toBe('rejected');
    expect(giveAgain(desired(14, { tele_s: 7 }))?.st).toBe('applied');
  });
});

describe('an invalid config is rejected with its reason and changes nothing', () => {
  it.each([
    ['frames too often', { tele_s: 0 }, 'out_of_range', 'tele_s'],
    ['a sentence for a number', { tele_s: 'often' }, 'malformed', 'tele_s'],
    ['no config at all', null, 'malformed', ''],
    ['bounds the wrong way round', { pressure: { min: 6, max: 2 } }, 'min_not_below_max', 'pressure.min'],
    ['above the sensor span', { pressure: { max: 20, sensor_max: 10 } }, 'above_sensor', 'pressure.max'],
    ['above the default sensor span', { pressure: { min: 3, max: 50 } }, 'above_sensor', 'pressure.max'],
    [
      'a normalizer without a drive mode',
      { pressure: { normalizer: 3 } },
      'malformed',
      'pressure.normalizer',
    ],
    [
      'a span of zero',
      { AnalogInput2: { enabled: 1, minRefVoltage: 2, maxRefVoltage: 2 } },
      'zero_span',
      'AnalogInput2.minRefVoltage',
    ],
  ])('%s', (_case, cfg, reason, at) => {
    const { config, send } = open();
    send(desired(1, { tele_s: 10 }));
    const report = send(desired(2, cfg));
    expect(report).toMatchObject({ ver: 2, st: 'rejected', reason });
    expect(report?.at ?? '').toBe(at);
    expect(config.current()).toEqual({ tele_s: 10 });
  });

  it('a config of more than a kilobyte', () =>
    expect(open().send(desired(2, {}, { note: 'x'.repeat(1100) }))).toMatchObject({ reason: 'too_large' }));

  it('a config of another contract version', () =>
    expect(open().send(bytes({ v: 2, ver: 2, cfg: {} }))).toMatchObject({ reason: 'malformed' }));

  it('a config on a full disk is not applied and is retried when it arrives again', () => {
    let isFull = true;
    const disk = createMemoryDisk();
    const write = (name: string, content: Uint8Array) => {
      if (isFull) throw new Error('ENOSPC');
      disk.write(name, content);
    };
    const { config, send } = open({ ...disk, write });
    expect(send(desired(2, { tele_s: 9 }))).toMatchObject({ st: 'rejected', reason: 'not_saved' });
    expect(config.current()).toEqual({});
    isFull = false;
    expect(send(desired(2, { tele_s: 9 }))?.st).toBe('applied');
  });

  it.each(['', 'null', '[]', '7', '{"ver":', '{"ver":"2"}', '{"ver":-1}', 'x'.repeat(70_000)])(
    'a payload without a version is not reported (%#)',
    (text) => expect(open().send(bytes(text))).toBeUndefined(),
  );

  it('a damaged file counts as no config, and the next config is applied', () => {
    const disk = createMemoryDisk();
    disk.write('config.json', bytes('{"cfg":{"tele_s":'));
    const { config, send } = open(disk);
    expect(config.current()).toEqual({});
    expect(send(desired(1, { tele_s: 9 }))?.st).toBe('applied');
  });
});
