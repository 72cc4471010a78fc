import { describe, expect, it } from 'vitest';
import { PROTECTION_CODES } from './codes.ts';
import { judge, newProtection, type ProtectionOrder, reset, stayStopped } from './protection.ts';
import { DEFAULT_LIMITS, type ProtectionSample, type PumpFigures, protectionLimits } from './rules.ts';

const HOUR_S = 3600;
const regulating: ProtectionSample = {
  isOn: true,
  canCommand: true,
  frequencyHz: 40.7,
  pressureBar: 4,
  sensorV: 4,
  powerW: 683,
  requiredBar: 4,
};
const asleep: ProtectionSample = { ...regulating, frequencyHz: 0, powerW: 0, pressureBar: 4.3, sensorV: 4.3 };
const stopped: ProtectionSample = { ...asleep, isOn: false };
const dry: ProtectionSample = { ...regulating, frequencyHz: 50, pressureBar: 0, sensorV: 0, powerW: 314 };
const burst: ProtectionSample = {
  ...regulating,
  frequencyHz: 50,
  pressureBar: 0.5,
  sensorV: 0.5,
  powerW: 1378,
};
const broken: ProtectionSample = { ...regulating, frequencyHz: 50, pressureBar: 0, sensorV: 0, powerW: 900 };
const blocked: ProtectionSample = {
  ...regulating,
  frequencyHz: 50,
  pressureBar: 0.8,
  sensorV: 0.8,
  powerW: 896,
};
const high: ProtectionSample = { ...regulating, pressureBar: 6.1, sensorV: 6.1 };

/** A board that looks once a second; each order is noted with the second in which it was given. */
function watch() {
  let state = newProtection();
  let nowS = 0;
  let log: string[] = [];
  const note = (orders: ProtectionOrder[]) => {
    for (const order of orders) {
      const what = 'code' in order ? `${order.act} ${order.code}` : order.act;
      log.push(`${nowS} ${what}`);
    }
  };
  return {
    see(sample: ProtectionSample | undefined, seconds = 1) {
      // Through hours it looks once a minute: nothing happens meanwhile.
      const everyS = seconds >= HOUR_S && seconds % 60 === 0 ? 60 : 1;
      for (let i = 0; i < seconds; i += everyS) {
        const verdict = judge(state, sample, DEFAULT_LIMITS, 1000 * nowS);
        state = verdict.state;
        note(verdict.orders);
        nowS += everyS;
      }
      return this;
    },
    personStarts() {
      const verdict = reset(state);
      state = verdict.state;
      note(verdict.orders);
      return this;
    },
    personStops() {
      state = stayStopped(state);
      return this;
    },
    /** The orders since the last time, without the clearing of what an earlier life left. */
    orders() {
      const said = log.filter((line) => !/^0 clear/.test(line));
      log = [];
      return said;
    },
  };
}

describe('a board protects its pump by itself (domain.md 2.4)', () => {
  it.each([
    ['dry running after 10 s', dry, 'DRY_RUN', 10],
    ['over-pressure after 2 s', high, 'OVER_PRESSURE', 2],
    ['a broken sensor wire after 4 s', broken, 'SENSOR_BREAK', 4],
    ['a sensor above its range after 4 s', { ...high, sensorV: 11, pressureBar: 11 }, 'SENSOR_BREAK', 4],
    ['a burst pipe after 60 s', burst, 'PIPE_BURST', 60],
  ])('%s: stops the drive and says why', (_what, sample, code, afterS) => {
    const board = watch().see(sample, afterS);
    expect(board.orders()).toEqual([]);
    board.see(sample);
    expect(board.orders()).toEqual([`${afterS} stop`, `${afterS} raise ${code}`]);
  });

  it('a pump that runs on its no-flow curve for 60 s and does not sleep: a warning, no stop', () => {
    const board = watch().see(blocked, 61);
    expect(board.orders()).toEqual(['60 raise NO_FLOW']);
    expect(board.see(asleep).orders()).toEqual(['61 clear NO_FLOW']);
  });

  it.each([
    ['regulating', regulating],
    ['asleep', asleep],
    ['stopped', stopped],
    ['at 5.8 l/min', { ...regulating, frequencyHz: 35.9, powerW: 356 }],
    [
      'at full speed with a sagging pressure',
      { ...regulating, frequencyHz: 50, pressureBar: 3.4, powerW: 1370 },
    ],
    ['stopped under pressure', { ...stopped, pressureBar: 7, sensorV: 7 }],
    [
      'filling an empty house',
      { ...regulating, frequencyHz: 30, pressureBar: 0.2, sensorV: 0.2, powerW: 250 },
    ],
  ])('a pump that is %s is left alone for an hour', (_what, sample) => {
    expect(watch().see(sample, HOUR_S).orders()).toEqual([]);
  });

  it('a condition that is broken by one look starts again from the beginning', () => {
    const board = watch().see(dry, 9).see(regulating).see(dry, 10);
    expect(board.orders()).toEqual([]);
  });

  it('a drive that does not answer is judged by nothing, and stopped by nothing', () => {
    const board = watch().see(dry, 9).see(undefined, 60).see(dry, 10);
    expect(board.orders()).toEqual([]);
  });

  it('without the power no dry run, burst or no-flow is concluded; a broken sensor is', () => {
    expect(
      watch()
        .see({ ...dry, sensorV: 0.3, powerW: undefined }, 120)
        .orders(),
    ).toEqual([]);
    expect(
      watch()
        .see({ ...broken, powerW: undefined }, 5)
        .orders(),
    ).toEqual(['4 stop', '4 raise SENSOR_BREAK']);
  });

  it('a drive that does not obey is told again at every look, and the event is raised once', () => {
    expect(watch().see(high, 5).orders()).toEqual(['2 stop', '2 raise OVER_PRESSURE', '3 stop', '4 stop']);
  });

  it('dry running is tried again after 1, 5 and 20 hours, then a person has to come', () => {
    const board = watch().see(dry, 11);
    for (const pauseS of [1 * HOUR_S, 5 * HOUR_S, 20 * HOUR_S]) {
      board.orders();
      board.see(stopped, pauseS);
      expect(board.orders()).toEqual([]);
      board.see(stopped, 1);
      expect(board.orders()).toEqual([expect.stringMatching(/ start$/)]);
      board.see(dry, 11);
      expect(board.orders()).toEqual([
        expect.stringMatching(/ stop$/),
        expect.stringMatching(/ raise DRY_RUN$/),
      ]);
    }
    board.see(stopped, 100 * HOUR_S);
    expect(board.orders()).toEqual([]);
  });

  it('a retry after which the drive is not seen on is repeated until it is', () => {
    const board = watch()
      .see(dry, 11)
      .see(stopped, HOUR_S + 1);
    const [at = ''] = board.orders().slice(-1);
    const atS = Number.parseInt(at, 10);
    board.see(stopped, 61);
    expect(board.orders()).toEqual([`${atS + 30} start`, `${atS + 60} start`]);
    board.see(undefined, 300).see(stopped, 1);
    expect(board.orders()).toEqual([expect.stringMatching(/ start$/)]);
    expect(board.see(regulating, 61).orders()).toEqual([expect.stringMatching(/ clear DRY_RUN$/)]);
  });

  it('a drive that never comes on is not told for ever: the next retry is the next pause away', () => {
    const board = watch().see(dry, 11);
    board.see(stopped, HOUR_S + 1).orders();
    const starts = board.see(stopped, HOUR_S).orders();
    expect(starts).toHaveLength(19);
    board.see(stopped, 3 * HOUR_S);
    expect(board.orders()).toEqual([]);
    expect(board.see(stopped, 2 * HOUR_S).orders().length).toBeGreaterThan(0);
  });

  it('a retry that is due under keypad control is left to the person at the pump', () => {
    const board = watch().see(dry, 11).see(stopped, 60);
    board.orders();
    board.see({ ...stopped, canCommand: false }, 2 * HOUR_S).see(stopped, 30 * HOUR_S);
    expect(board.orders()).toEqual([]);
  });

  it('a retry that a person stops again is not repeated', () => {
    const board = watch()
      .see(dry, 11)
      .see(stopped, HOUR_S + 1)
      .see(stopped, 5)
      .personStops();
    board.orders();
    expect(board.see(stopped, 30 * HOUR_S).orders()).toEqual([]);
  });

  it('a retry that brings water for a minute clears the event, and the next time begins with one hour', () => {
    const board = watch()
      .see(dry, 11)
      .see(stopped, HOUR_S + 1)
      .see(regulating, 61);
    expect(board.orders().slice(2)).toEqual([
      expect.stringMatching(/ start$/),
      expect.stringMatching(/ clear DRY_RUN$/),
    ]);
    board.see(dry, 11).orders();
    expect(board.see(stopped, HOUR_S + 1).orders()).toEqual([expect.stringMatching(/ start$/)]);
  });

  it.each([
    ['OVER_PRESSURE', high],
    ['SENSOR_BREAK', broken],
    ['PIPE_BURST', burst],
  ])('after %s nothing starts by itself', (code, sample) => {
    const board = watch().see(sample, code === 'PIPE_BURST' ? 61 : 5);
    board.orders();
    expect(board.see(stopped, 48 * HOUR_S).orders()).toEqual([]);
  });

  it('a start by a person resets: the event is cleared, and counting begins anew', () => {
    const board = watch().see(dry, 11).see(stopped, 60);
    board.orders();
    expect(board.personStarts().orders()).toEqual([expect.stringMatching(/ clear DRY_RUN$/)]);
    expect(board.see(dry, 10).orders()).toEqual([]);
    expect(board.see(dry).orders()).toHaveLength(2);
  });

  it('a start at the keypad is detected: a drive that runs again was started by a person', () => {
    const board = watch().see(high, 3).see(stopped, 60);
    board.orders();
    expect(board.see(regulating).orders()).toEqual([expect.stringMatching(/ clear OVER_PRESSURE$/)]);
  });

  it('a pump that a person switched off meanwhile is not started by a retry', () => {
    const board = watch().see(dry, 11).see(stopped, 60).personStops();
    board.orders();
    expect(board.see(stopped, 30 * HOUR_S).orders()).toEqual([]);
  });

  it('with the keypad in charge the event is raised, and no retry follows the person’s stop', () => {
    const board = watch().see({ ...dry, canCommand: false }, 11);
    expect(board.orders()).toContain('10 raise DRY_RUN');
    expect(board.see({ ...stopped, canCommand: false }, 30 * HOUR_S).orders()).toEqual([]);
  });

  it('the first sight of a running pump clears whatever an earlier life of the board left standing', () => {
    const { orders } = judge(newProtection(), regulating, DEFAULT_LIMITS, 0);
    expect(orders.map((order) => 'code' in order && order.code)).toEqual(PROTECTION_CODES);
    expect(judge(newProtection(), stopped, DEFAULT_LIMITS, 0).orders).toEqual([]);
  });

  it('a trip of another kind during a retry takes the place of the first', () => {
    const board = watch()
      .see(dry, 11)
      .see(stopped, HOUR_S + 1);
    board.orders();
    const said = board.see(high, 3).orders();
    expect(said.map((line) => line.replace(/^\d+ /, ''))).toEqual([
      'clear DRY_RUN',
      'stop',
      'raise OVER_PRESSURE',
    ]);
  });
});

describe('a pump of which less is known', () => {
  const orders = (sample: ProtectionSample, pump: PumpFigures, seconds: number) => {
    let state = newProtection();
    const said = new Set<string>();
    for (let s = 0; s <= seconds; s++) {
      const verdict = judge(state, sample, protectionLimits({}, pump), 1000 * s);
      state = verdict.state;
      for (const order of verdict.orders) if (order.act === 'raise') said.add(order.code);
    }
    return [...said];
  };

  it('its rated power is enough to tell dry running and a burst, not to warn of no flow', () => {
    expect(orders({ ...dry, powerW: 170 }, { ratedPowerW: 750 }, 11)).toEqual(['DRY_RUN']);
    expect(orders({ ...burst, powerW: 740 }, { ratedPowerW: 750 }, 61)).toEqual(['PIPE_BURST']);
    expect(orders({ ...blocked, powerW: 480 }, { ratedPowerW: 750 }, 300)).toEqual([]);
  });

  it('a drive that is limited to 45 Hz: full speed is what it can reach', () => {
    const slow = { highestHz: 45, frequencyHz: 45 };
    expect(orders({ ...dry, powerW: 229 }, { ratedPowerW: 1386 }, 600)).toEqual(['DRY_RUN']);
    expect(orders({ ...dry, ...slow, powerW: 229 }, { ratedPowerW: 1386 }, 11)).toEqual(['DRY_RUN']);
    expect(orders({ ...burst, ...slow, powerW: 1000 }, { ratedPowerW: 1386 }, 61)).toEqual(['PIPE_BURST']);
    expect(orders({ ...burst, ...slow, highestHz: 50, powerW: 1000 }, { ratedPowerW: 1386 }, 61)).toEqual([]);
  });

  it('with nothing known over-pressure and a broken sensor still stop it', () => {
    expect(orders(high, {}, 3)).toEqual(['OVER_PRESSURE']);
    expect(orders(broken, {}, 5)).toEqual(['SENSOR_BREAK']);
    expect(orders({ ...dry, sensorV: 0.2 }, {}, 600)).toEqual([]);
  });
});

it.each([
  ['R5.5 nothing configured', undefined, 5.5],
  ['R5.5 mode 10', { normalizer: 10 as const }, 20],
  ['R5.5 own bounds', { min: 2, max: 4 }, 4],
])(
  '%s: over-pressure is what is half a bar above the highest that may be required',
  (_rule, config, maxBar) => {
    expect(protectionLimits(config).maxBar).toBe(maxBar);
  },
);
