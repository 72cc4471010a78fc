import { aLastData, someLastValues } from '@manoboard/testkit/factories';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveStore, type LiveStore } from './live-store.ts';

const ID = 'MNB-TE0001';
const OTHER = 'MNB-TE0002';
const T = 1_800_000_000;

let frames: (() => void)[];
let store: LiveStore;
const nextFrame = () => {
  for (const flush of frames.splice(0)) flush();
};

beforeEach(() => {
  frames = [];
  store = createLiveStore((flush) => frames.push(flush));
});

const at = (ts: number, pressure: number, received_at = ts) =>
  aLastData({ ts, received_at, data: someLastValues({ pressure }) });
const pressure = () => store.device(ID).last?.data.pressure;

describe('a write never replaces newer data by older', () => {
  it.each([
    ['measured earlier', at(T + 5, 4), at(T, 3), 4],
    ['measured later', at(T, 4), at(T + 5, 3), 3],
    ['measured together, received earlier', at(T, 4, T + 2), at(T, 3, T + 1), 4],
    ['measured together, received later', at(T, 4, T + 1), at(T, 3, T + 2), 3],
    ['never measured', at(T, 4), aLastData({ ts: null, received_at: null }), 4],
  ])('%s', (_what, known, incoming, expected) => {
    store.writeLastData(known);
    store.writeLastData(incoming);
    expect(pressure()).toBe(expected);
  });

  describe('contract 2: frames are ordered by (boot, seq), not by a clock', () => {
    const named = (boot: number, seq: number, ts: number, value: number) => ({
      ...at(ts, value),
      frame: { boot, seq },
    });

    it('a clock that was set back does not hide later frames', () => {
      store.writeLastData(named(1, 7, T, 4));
      store.writeLastData(named(1, 8, T - 3600, 3));
      expect(pressure()).toBe(3);
    });

    it('the stream does not replace a later frame that a poll brought before it', () => {
      store.writeLastData(named(1, 8, T, 4), store.mark());
      store.writeLastData(named(1, 7, T + 5, 3));
      expect(pressure()).toBe(4);
    });

    it('a board that counts its starts from 1 again is heard, a late answer from before is not', () => {
      store.writeLastData(named(90, 500, T, 4));
      const requestedAt = store.mark();
      store.writeLastData(named(91, 1, T + 5, 5));
      store.writeLastData(named(90, 501, T + 3, 4.5), requestedAt);
      expect(pressure()).toBe(5);
      store.writeLastData(named(1, 1, T + 10, 3));
      expect(pressure()).toBe(3);
    });
  });

  it('a kept frame that comes late changes values under the same stamps: the stream is believed', () => {
    store.writeLastData(at(T, 4));
    store.writeLastData(at(T, 3));
    expect(pressure()).toBe(3);
  });

  it('under the same stamps a poll that was asked before the stream spoke is not believed', () => {
    store.writeLastData(at(T, 5));
    const requestedAt = store.mark();
    store.writeLastData(at(T, 4));
    store.writeLastData(at(T, 5), requestedAt);
    expect(pressure()).toBe(4);
    store.writeLastData(at(T, 3), store.mark());
    expect(pressure()).toBe(3);
  });

  it('R6.5 a poll that was asked before a reset does not bring the old value back', () => {
    store.writeLastData(at(T, 5));
    const requestedAt = store.mark();
    store.writeValue(ID, 'pressure', 0);
    store.writeLastData(at(T, 5), requestedAt);
    expect(pressure()).toBe(0);
  });

  it('R6.5 nor does a poll that knows no newer frame, also after a second reset', () => {
    const lastData = () =>
      aLastData({ ts: T, received_at: T, data: someLastValues({ pressure: 5, electro_meter: 120 }) });
    store.writeLastData(lastData());
    store.writeValue(ID, 'electro_meter', 0);
    store.writeValue(ID, 'pressure', 0);
    store.writeLastData(lastData(), store.mark());
    expect(store.device(ID).last?.data).toMatchObject({ pressure: 0, electro_meter: 0 });
    store.writeLastData(at(T + 5, 3), store.mark());
    expect(pressure()).toBe(3);
  });

  it('R4.4 a list of online devices that was asked before the stream spoke does not undo it', () => {
    store.writeOnline(ID, true);
    const requestedAt = store.mark();
    store.writeOnline(ID, false);
    store.writeOnlineList([ID], requestedAt);
    expect(store.device(ID).isOnline).toBe(false);
    store.writeOnlineList([ID], store.mark());
    expect(store.device(ID).isOnline).toBe(true);
  });
});

it('R4.4 offline is who is missing in the list; who nobody asked about stays unknown', () => {
  store.writeLastData(at(T, 4));
  store.subscribe(OTHER, () => {});
  store.writeOnlineList(['MNB-TE0003']);
  expect(store.device(ID).isOnline).toBe(false);
  expect(store.device(OTHER).isOnline).toBe(false);
  expect(store.device('MNB-TE0003').isOnline).toBe(true);
  expect(store.device('MNB-TE0004').isOnline).toBeUndefined();
  store.subscribe('MNB-TE0004', () => {});
  expect(store.device('MNB-TE0004').isOnline).toBe(false);
});

it('readers hear of any number of writes once a frame, and only of their own device', () => {
  const listener = vi.fn();
  const otherListener = vi.fn();
  store.subscribe(ID, listener);
  store.subscribe(OTHER, otherListener);
  for (let i = 0; i < 50; i++) store.writeLastData(at(T + i, i));
  expect(listener).not.toHaveBeenCalled();
  nextFrame();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(otherListener).not.toHaveBeenCalled();
  expect(pressure()).toBe(49);
});

it('an answer that says the same again disturbs nobody', () => {
  const listener = vi.fn();
  store.writeLastData(at(T, 4));
  store.writeOnline(ID, true);
  nextFrame();
  store.subscribe(ID, listener);
  const before = store.device(ID);
  store.writeLastData(at(T, 4), store.mark());
  store.writeOnlineList([ID], store.mark());
  nextFrame();
  expect(listener).not.toHaveBeenCalled();
  expect(store.device(ID)).toBe(before);
});

it('R1.5 after a clear nothing of the last user is left', () => {
  store.writeLastData(at(T, 4));
  store.writeOnline(ID, true);
  const listener = vi.fn();
  store.subscribe(ID, listener);
  store.clear();
  expect(store.device(ID)).toEqual({});
  expect(listener).toHaveBeenCalled();
});
