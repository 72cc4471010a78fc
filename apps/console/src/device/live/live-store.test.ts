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

describe('a write never replaces newer data with older data', () => {
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

  describe('contract 2: frames are ordered by (boot, seq), not by time', () => {
    const named = (boot: number, seq: number, ts: number, value: number) => ({
      ...at(ts, value),
      frame: { boot, seq },
    });

    it('later frames win after the clock of the board was set back', () => {
      store.writeLastData(named(1, 7, T, 4));
      store.writeLastData(named(1, 8, T - 3600, 3));
      expect(pressure()).toBe(3);
    });

    it('the stream does not replace a later frame that a poll brought before it', () => {
      store.writeLastData(named(1, 8, T, 4), store.mark());
      store.writeLastData(named(1, 7, T + 5, 3));
      expect(pressure()).toBe(4);
    });

    it('a frame of a board with a reset boot counter is stored, a stale poll answer is dropped', () => {
      store.writeLastData(named(90, 500, T, 4));
      const requestedAt = store.mark();
      store.writeLastData(named(91, 1, T + 5, 5));
      store.writeLastData(named(90, 501, T + 3, 4.5), requestedAt);
      expect(pressure()).toBe(5);
      store.writeLastData(named(1, 1, T + 10, 3));
      expect(pressure()).toBe(3);
    });
  });

  it('the stream wins under equal timestamps, since a resent frame may change values', () => {
    store.writeLastData(at(T, 4));
    store.writeLastData(at(T, 3));
    expect(pressure()).toBe(3);
  });

  it('a poll that was requested before the last stream event loses under equal timestamps', () => {
    store.writeLastData(at(T, 5));
    const requestedAt = store.mark();
    store.writeLastData(at(T, 4));
    store.writeLastData(at(T, 5), requestedAt);
    expect(pressure()).toBe(4);
    store.writeLastData(at(T, 3), store.mark());
    expect(pressure()).toBe(3);
  });

  it('R6.5 a poll that was requested before a reset does not restore the old value', () => {
    store.writeLastData(at(T, 5));
    const requestedAt = store.mark();
    store.writeValue(ID, 'pressure', 0);
    store.writeLastData(at(T, 5), requestedAt);
    expect(pressure()).toBe(0);
  });

  it('R6.5 a poll without a newer frame does not restore old values after two resets', () => {
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

  it('R4.4 an online list that was requested before the last stream event does not undo it', () => {
    store.writeOnline(ID, true);
    const requestedAt = store.mark();
    store.writeOnline(ID, false);
    store.writeOnlineList([ID], requestedAt);
    expect(store.device(ID).isOnline).toBe(false);
    store.writeOnlineList([ID], store.mark());
    expect(store.device(ID).isOnline).toBe(true);
  });
});

it('R4.4 known devices missing from the online list are offline, others stay unknown until subscribed', () => {
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

it('subscribers are notified once per animation frame, and only of their own device', () => {
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

it('an unchanged answer notifies no subscriber', () => {
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

it('R1.5 clear removes all data of the last user and notifies subscribers', () => {
  store.writeLastData(at(T, 4));
  store.writeOnline(ID, true);
  const listener = vi.fn();
  store.subscribe(ID, listener);
  store.clear();
  expect(store.device(ID)).toEqual({});
  expect(listener).toHaveBeenCalled();
});

describe('values of an earlier visit', () => {
  it('are marked as stored and set no connection state', () => {
    expect(store.restore([at(T, 4)])).toBe(true);
    expect(store.device(ID)).toMatchObject({ isStored: true, last: { ts: T } });
    expect(store.device(ID).isOnline).toBeUndefined();
  });

  it('never replace values of the server', () => {
    store.writeLastData(at(T, 4));
    expect(store.restore([at(T + 5, 3)])).toBe(false);
    expect(pressure()).toBe(4);
  });

  it('are replaced by any report of the server, also by an older frame', () => {
    store.restore([at(T + 5, 4)]);
    store.writeLastData(at(T, 3), store.mark());
    expect(store.device(ID)).toMatchObject({ isStored: false, last: { ts: T } });
  });
});

describe('a board whose server has gone', () => {
  it('R4.4 is unknown while a poll lists it as connecting, and offline when no list has it', () => {
    store.writeOnline(ID, true);
    store.writeOnlineList([OTHER], store.mark(), [ID]);
    store.subscribe(ID, () => {});
    expect(store.device(ID).isOnline).toBeUndefined();
    store.writeOnlineList([OTHER], store.mark());
    expect(store.device(ID).isOnline).toBe(false);
  });

  it('R4.4 is unknown for a page that opens after the poll', () => {
    store.writeOnlineList([], store.mark(), [ID]);
    store.subscribe(ID, () => {});
    expect(store.device(ID).isOnline).toBeUndefined();
  });

  it('R4.4 is online when a poll lists it', () => {
    store.writeOnline(ID, undefined);
    store.writeOnlineList([ID], store.mark());
    expect(store.device(ID).isOnline).toBe(true);
  });
});
