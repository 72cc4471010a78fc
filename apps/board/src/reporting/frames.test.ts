import { describe, expect, it } from 'vitest';
import { measured } from '../../test/parts.ts';
import { createFrames } from './frames.ts';
import type { Measurement } from './measurement.ts';

const running = (pressure: number) => measured({ on_off_state_r: 1, frequency_fc: 40, pressure, rssi: -60 });
const asleep = measured({ on_off_state_r: 1, frequency_fc: 0, pressure: 4.3, rssi: -60 });
const off = measured({ on_off_state_r: 3, frequency_fc: 0, pressure: 4.3, rssi: -60 });
const lost = measured({ rssi: -60 }, 0);
const withField = (d: Measurement['d']) => measured({ ...asleep.d, ...d });

/** Polls once a second; returns the seconds with a frame, and the frames. */
function poll(seconds: number, world: (second: number) => Measurement, frames = createFrames()) {
  const sent: { second: number; frame: Measurement }[] = [];
  for (let second = 0; second <= seconds; second++) {
    const frame = frames.next(world(second), second * 1000);
    if (frame) sent.push({ second, frame });
  }
  return sent;
}
const seconds = (sent: ReturnType<typeof poll>) => sent.map(({ second }) => second);

describe('frames (protocol.md, Frames)', () => {
  it('every 5 s while running', () => {
    expect(seconds(poll(20, () => running(4)))).toEqual([0, 5, 10, 15, 20]);
  });

  it('every 30 s asleep, and every 30 s switched off', () => {
    expect(seconds(poll(90, () => asleep))).toEqual([0, 30, 60, 90]);
    expect(seconds(poll(90, () => off))).toEqual([0, 30, 60, 90]);
  });

  it('the first frame and one per minute hold all fields, the others only changed ones', () => {
    const sent = poll(60, (second) => running(second === 60 ? 4.1 : 4 + second / 1000));
    expect(sent[0]?.frame.d).toEqual(running(4).d);
    expect(sent[1]?.frame.d).toEqual({ pressure: 4.005 });
    expect(sent.slice(1, -1).every(({ frame }) => Object.keys(frame.d).length === 1)).toBe(true);
    expect(sent.at(-1)).toEqual({ second: 60, frame: running(4.1) });
  });

  it('without changes a frame is empty: it confirms the last values', () => {
    expect(poll(5, () => running(4))[1]?.frame).toEqual({ fc: 1, d: {} });
  });

  it.each([
    ['the pump falls asleep', running(4), asleep],
    ['the pump wakes', asleep, running(3.4)],
    ['the pump is switched off', asleep, off],
    ['the converter stops answering', asleep, lost],
    ['the keypad is unlocked', withField({ modbus: 2 }), withField({ modbus: 0 })],
    ['local control begins', withField({ pressure_control: 0 }), withField({ pressure_control: 1 })],
    [
      'the required pressure changes',
      withField({ required_pressure: 4 }),
      withField({ required_pressure: 4.2 }),
    ],
    ['the converter reports a fault', withField({ fault: 0 }), withField({ fault: 10 })],
    ['a meter is set to zero', withField({ electro_meter: 120 }), withField({ electro_meter: 0 })],
  ])('a frame is sent at once when %s', (_what, before, after) => {
    expect(seconds(poll(4, (second) => (second < 3 ? before : after)))).toEqual([0, 3]);
  });

  it('noise of the set point triggers no frame', () => {
    const wavering = (second: number) => withField({ required_pressure: 4 + 0.01 * (second % 2) });
    expect(seconds(poll(30, wavering))).toEqual([0, 30]);
  });

  it('a flickering state triggers at most one frame per second', () => {
    const frames = createFrames();
    const times = Array.from({ length: 41 }, (_, i) => i * 100);
    const sent = times.filter((ms) => frames.next(ms % 200 === 0 ? off : asleep, ms));
    expect(sent).toEqual([0, 1100, 2200, 3300]);
  });

  it('R5.1 a change by a command is sent at once; without a change nothing is sent', () => {
    const frames = createFrames();
    frames.next(asleep, 0);
    expect(frames.next(off, 300)).toBeUndefined();
    expect(frames.next(off, 300, true)).toBeDefined();
    expect(frames.next(off, 600, true)).toBeUndefined();
  });

  it('after a connect all fields are sent at once', () => {
    const frames = createFrames();
    poll(0, () => asleep, frames);
    frames.restart();
    expect(frames.next(asleep, 400)).toBeUndefined();
    expect(frames.next(asleep, 1000)).toEqual(asleep);
  });

  it('when the converter answers again, all fields are sent', () => {
    const sent = poll(2, (second) => (second === 1 ? lost : asleep));
    expect(sent.map(({ frame }) => frame)).toEqual([asleep, lost, asleep]);
  });

  it('a poll slightly early still makes the frame due', () => {
    const frames = createFrames();
    frames.next(running(4), 0);
    expect(frames.next(running(4), 4_400)).toBeUndefined();
    expect(frames.next(running(4), 4_990)).toBeDefined();
  });
});

describe('values known before that cannot be measured now (protocol.md, Frames: a cached value is no measurement)', () => {
  const withoutPressure = measured({ on_off_state_r: 1, frequency_fc: 40, rssi: -60 });

  it('a missing value is listed in every frame until it is back', () => {
    const sent = poll(15, (second) => (second >= 3 && second < 12 ? withoutPressure : running(4)));
    expect(sent.map(({ frame }) => frame.na)).toEqual([undefined, ['pressure'], ['pressure'], undefined]);
  });

  it('a value missing while the motor runs is listed in the next regular frame; its return is sent at once', () => {
    const miss = measured({ rssi: -60 });
    const sent = poll(12, (second) => (second >= 4 && second < 9 ? miss : running(4)));
    expect(seconds(sent)).toEqual([0, 5, 9]);
    expect(sent[1]?.frame).toEqual({ fc: 1, d: {}, na: ['on_off_state_r', 'frequency_fc', 'pressure'] });
    expect(sent[2]?.frame).toEqual({ fc: 1, d: { on_off_state_r: 1, frequency_fc: 40, pressure: 4 } });
  });

  it('a value missing only between two frames is not listed', () => {
    const sent = poll(40, (second) =>
      second % 30 > 10 && second % 30 < 20 ? measured({ rssi: -60 }) : asleep,
    );
    expect(sent.map(({ second, frame }) => [second, frame.na])).toEqual([
      [0, undefined],
      [30, undefined],
    ]);
  });

  it('a pump that is on keeps its frame interval when its frequency cannot be read', () => {
    const unread = measured({ on_off_state_r: 1, pressure: 4, rssi: -60 });
    const sent = poll(15, (second) => (second < 3 ? running(4) : unread));
    expect(sent.map(({ second, frame }) => [second, frame.na])).toEqual([
      [0, undefined],
      [5, ['frequency_fc']],
      [10, ['frequency_fc']],
      [15, ['frequency_fc']],
    ]);
  });

  it('a meter that cannot be read is not reported as reset', () => {
    const meter = (second: number) => (second < 3 ? withField({ electro_meter: 120 }) : asleep);
    expect(seconds(poll(30, meter))).toEqual([0, 30]);
  });

  it('with a silent converter its fields are not listed: fc shows it', () => {
    const sent = poll(10, (second) => (second < 3 ? running(4) : lost));
    expect(sent.map(({ frame }) => [frame.fc, frame.na])).toEqual(expect.arrayContaining([[0, undefined]]));
  });
});
