import {
  asleep,
  blocked,
  broken,
  burst,
  dry,
  high,
  LIMITS,
  regulating,
  stopped,
  watchPump,
} from '@manoboard/testkit/protected-pump';
import { describe, expect, it } from 'vitest';
import { figuresOf } from '../pump/pump-card.ts';
import { HOUR_S } from '../time.ts';
import { PROTECTION_CODES } from './codes.ts';
import { evaluateProtection, newProtection } from './protection.ts';
import { type ProtectionSample, type PumpFigures, protectionLimits } from './rules.ts';

describe('the board protects its pump without a server (domain.md 2.4)', () => {
  it.each([
    ['dry running after 10 s', dry, 'DRY_RUN', 10],
    ['over-pressure after 2 s', high, 'OVER_PRESSURE', 2],
    ['a broken sensor wire after 4 s', broken, 'SENSOR_BREAK', 4],
    ['a sensor above its range after 4 s', { ...high, sensorV: 11, pressureBar: 11 }, 'SENSOR_BREAK', 4],
    ['a burst pipe after 60 s', burst, 'PIPE_BURST', 60],
  ])('%s stops the drive and raises its event', (_what, sample, code, afterS) => {
    const board = watchPump().see(sample, afterS);
    expect(board.actions()).toEqual([]);
    board.see(sample);
    expect(board.actions()).toEqual([`${afterS} stop`, `${afterS} raise ${code}`]);
  });

  it('60 s on the no-flow curve without sleep raises a warning and does not stop the pump', () => {
    const board = watchPump().see(blocked, 61);
    expect(board.actions()).toEqual(['60 raise NO_FLOW']);
    expect(board.see(asleep).actions()).toEqual(['61 clear NO_FLOW']);
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
  ])('a pump %s triggers no protection for an hour', (_what, sample) => {
    expect(watchPump().see(sample, HOUR_S).actions()).toEqual([]);
  });

  it('one poll without the condition resets its timer', () => {
    const board = watchPump().see(high, 2).see(regulating).see(high, 2);
    expect(board.actions()).toEqual([]);
  });

  it('time without water adds up over gulps of water, and a minute with water forgets ten seconds', () => {
    const board = watchPump().see(dry, 6).see(regulating, 3).see(dry, 5);
    expect(board.actions()).toEqual([]);
    expect(board.see(dry).actions()).toEqual(['14 stop', '14 raise DRY_RUN']);
    expect(watchPump().see(dry, 9).see(regulating, 61).see(dry, 10).actions()).toEqual([]);
  });

  it('air in the suction: full speed, a falling pressure and 75 % of the no-flow power stop after a minute', () => {
    const air = { ...regulating, frequencyHz: 50, pressureBar: 2.4, sensorV: 2.4, powerW: 670 };
    const board = watchPump().see(air, 60);
    expect(board.actions()).toEqual([]);
    expect(board.see(air).actions()).toEqual(['60 stop', '60 raise DRY_RUN']);
  });

  it('a silent drive triggers no protection and no stop, and its time does not count as dry', () => {
    const board = watchPump().see(dry, 5).see(undefined, 60).see(dry, 4);
    expect(board.actions()).toEqual([]);
  });

  it('0 V at the power of full flow is a burst, at the load of before a broken wire', () => {
    const empty = { ...burst, pressureBar: 0, sensorV: 0 };
    expect(watchPump().see(empty, 61).actions()).toEqual(['60 stop', '60 raise PIPE_BURST']);
    const draw = { ...regulating, frequencyHz: 40, powerW: 688 };
    const lost = { ...empty, powerW: 1344 };
    expect(watchPump().see(draw, 5).see(lost, 6).actions()).toEqual([
      '9 stop',
      '9 raise SENSOR_BREAK',
      '10 stop',
    ]);
  });

  it('0 V after the pressure fell at full speed without flow is a blocked outlet, not a broken wire', () => {
    const emptying = { ...blocked, pressureBar: 2.9, sensorV: 2.9 };
    const gone = { ...blocked, pressureBar: 0, sensorV: 0 };
    const board = watchPump().see(regulating, 5).see(emptying, 3).see(gone, 70);
    expect(board.actions()).toEqual(['65 raise NO_FLOW']);
    expect(watchPump().see(regulating, 5).see(gone, 5).actions()).toEqual(['9 stop', '9 raise SENSOR_BREAK']);
  });

  it('without a power reading only a broken sensor is detected, not dry run, burst or no flow', () => {
    expect(
      watchPump()
        .see({ ...dry, sensorV: 0.3, powerW: undefined }, 120)
        .actions(),
    ).toEqual([]);
    expect(
      watchPump()
        .see({ ...broken, powerW: undefined }, 5)
        .actions(),
    ).toEqual(['4 stop', '4 raise SENSOR_BREAK']);
  });

  it('an ignored stop is repeated at every poll, and the event is raised once', () => {
    expect(watchPump().see(high, 5).actions()).toEqual([
      '2 stop',
      '2 raise OVER_PRESSURE',
      '3 stop',
      '4 stop',
    ]);
  });

  it('a start by a person clears the event and resets the timers', () => {
    const board = watchPump().see(dry, 11).see(stopped, 60);
    board.actions();
    expect(board.personStarts().actions()).toEqual([expect.stringMatching(/ clear DRY_RUN$/)]);
    expect(board.see(dry, 10).actions()).toEqual([]);
    expect(board.see(dry).actions()).toHaveLength(2);
  });

  it('a tripped drive that runs again counts as started by a person at the keypad', () => {
    const board = watchPump().see(high, 3).see(stopped, 60);
    board.actions();
    expect(board.see(regulating).actions()).toEqual([expect.stringMatching(/ clear OVER_PRESSURE$/)]);
  });

  it('under keypad control the event is raised, and no retry follows a stop by a person', () => {
    const board = watchPump().see({ ...dry, canCommand: false }, 11);
    expect(board.actions()).toContain('10 raise DRY_RUN');
    expect(board.see({ ...stopped, canCommand: false }, 30 * HOUR_S).actions()).toEqual([]);
  });

  it('the first poll of a running pump clears the events of an earlier start', () => {
    const { actions } = evaluateProtection(newProtection(), regulating, LIMITS, 0);
    expect(actions.map((action) => 'code' in action && action.code)).toEqual(PROTECTION_CODES);
    expect(evaluateProtection(newProtection(), stopped, LIMITS, 0).actions).toEqual([]);
  });
});

const raisedBy = (sample: ProtectionSample, pump: PumpFigures, seconds: number) => {
  let state = newProtection();
  const raised = new Set<string>();
  for (let s = 0; s <= seconds; s++) {
    const result = evaluateProtection(state, sample, protectionLimits({}, pump), 1000 * s);
    state = result.state;
    for (const action of result.actions) if (action.act === 'raise') raised.add(action.code);
  }
  return [...raised];
};

describe('pumps of other sizes are judged by their card', () => {
  /** 0.37 kW at 230 V with a 4–20 mA sensor, and 4 kW at 400 V with a curve. */
  const small = figuresOf({ motor_kw: 0.37, no_flow_w: 210, sensor_input: 1, sensor_signal: '4-20mA' });
  const large = figuresOf({
    motor_kw: 4,
    no_flow_w: 2100,
    curve: [
      { lpm: 0, m: 62, w: 2100 },
      { lpm: 200, m: 48, w: 3600 },
    ],
  });
  const at50 = { ...regulating, frequencyHz: 50 };

  it.each<[string, ProtectionSample, PumpFigures, string[]]>([
    ['a small pump without water', { ...at50, pressureBar: 0, sensorV: 2, powerW: 90 }, small, ['DRY_RUN']],
    [
      'a broken loop of 4–20 mA',
      { ...at50, pressureBar: 0, sensorV: 0.4, powerW: 90 },
      small,
      ['SENSOR_BREAK'],
    ],
    [
      'a broken loop at full power',
      { ...at50, pressureBar: 0, sensorV: 1.7, powerW: 370 },
      small,
      ['SENSOR_BREAK'],
    ],
    ['0 bar of a sound loop', { ...at50, pressureBar: 0, sensorV: 2, powerW: 250 }, small, []],
    ['a burst of a large pump', { ...at50, pressureBar: 0, sensorV: 0, powerW: 3500 }, large, ['PIPE_BURST']],
    [
      'a lost signal at half flow',
      { ...at50, pressureBar: 0, sensorV: 0, powerW: 3000 },
      large,
      ['SENSOR_BREAK'],
    ],
    ['the no-flow power of another pump', { ...at50, powerW: 900, sensorV: 4 }, {}, []],
  ])('%s', (_case, sample, pump, expected) => expect(raisedBy(sample, pump, 65)).toEqual(expected));
});

describe('a pump with incomplete data', () => {
  it('rated power alone detects dry run and burst, not no flow', () => {
    expect(raisedBy({ ...dry, powerW: 170 }, { ratedPowerW: 750 }, 11)).toEqual(['DRY_RUN']);
    expect(raisedBy({ ...burst, powerW: 740 }, { ratedPowerW: 750 }, 61)).toEqual(['PIPE_BURST']);
    expect(raisedBy({ ...blocked, powerW: 480 }, { ratedPowerW: 750 }, 300)).toEqual([]);
  });

  it('full speed of a drive limited to 45 Hz is 45 Hz', () => {
    const slow = { highestHz: 45, frequencyHz: 45 };
    expect(raisedBy({ ...dry, powerW: 229 }, { ratedPowerW: 1386 }, 600)).toEqual(['DRY_RUN']);
    expect(raisedBy({ ...dry, ...slow, powerW: 229 }, { ratedPowerW: 1386 }, 11)).toEqual(['DRY_RUN']);
    expect(raisedBy({ ...burst, ...slow, powerW: 1000 }, { ratedPowerW: 1386 }, 61)).toEqual(['PIPE_BURST']);
    expect(raisedBy({ ...burst, ...slow, highestHz: 50, powerW: 1000 }, { ratedPowerW: 1386 }, 61)).toEqual(
      [],
    );
  });

  it('without any data over-pressure and a broken sensor still stop the pump', () => {
    expect(raisedBy(high, {}, 3)).toEqual(['OVER_PRESSURE']);
    expect(raisedBy(broken, {}, 5)).toEqual(['SENSOR_BREAK']);
    expect(raisedBy({ ...dry, sensorV: 0.2 }, {}, 600)).toEqual([]);
  });
});

it.each([
  ['R5.5 nothing configured', undefined, 5.5],
  ['R5.5 mode 10', { normalizer: 10 as const }, 20],
  ['R5.5 own bounds', { min: 2, max: 4 }, 4],
])(
  '%s: the over-pressure limit is based on the highest pressure that can be required',
  (_rule, config, maxBar) => {
    expect(protectionLimits(config).maxBar).toBe(maxBar);
  },
);
