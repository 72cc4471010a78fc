import type { Event } from '@manoboard/contract/mqtt/event';
import { describe, expect, it } from 'vitest';
import { evaluate, newRuleState } from './evaluate.ts';
import type { RuleInput } from './inputs.ts';
import { isMuted, severityUnder } from './mute.ts';
import { STARTED_BY } from './started-itself.ts';

const START_MS = Date.UTC(2026, 0, 5);
const [OFF, ON, FAULT, NO_POWER] = [3, 1, 4, 5];

/** A pump that is judged as a server does, and what the rule says about it. */
function aPump() {
  let state = newRuleState();
  const log: string[] = [];
  function input(next: RuleInput) {
    const result = evaluate(state, next);
    state = result.state;
    for (const { kind, numbers } of result.raised)
      if (kind === 'started_itself') log.push(`by ${numbers.starter}`);
    for (const { kind } of result.cleared) if (kind === 'started_itself') log.push('over');
  }
  const at = (s: number) => START_MS + 1000 * s;
  const pump = {
    log,
    online: (s: number) => input({ kind: 'tick', atMs: at(s), isOnline: true }),
    frame: (s: number, state_: number, frequency_fc = 0, isReadBack = false) =>
      input({
        kind: 'frame',
        atMs: at(s),
        fc: 1,
        hasClock: isReadBack ? undefined : true,
        values: { on_off_state_r: state_, frequency_fc },
      }),
    command: (s: number, isStart: boolean) => input({ kind: 'command', atMs: at(s), isStart }),
    event: (s: number, event: Partial<Event>) =>
      input({
        kind: 'event',
        atMs: at(s),
        event: { id: `01JCPV${s}`, code: 'DRY_RUN', st: 'raised', sev: 'info', d: {}, ...event },
      }),
  };
  pump.online(0);
  pump.frame(0, OFF);
  pump.frame(30, OFF);
  return pump;
}

describe('R5.11 frames of a board that does not report starts', () => {
  it.each([
    ['off', OFF],
    ['in fault', FAULT],
    ['without power', NO_POWER],
  ])('a drive that was %s and is on is an uncommanded start at the next frame', (_was, before) => {
    const pump = aPump();
    pump.frame(60, before);
    pump.frame(90, ON, 35);
    expect(pump.log).toEqual([]);
    pump.frame(95, ON, 40);
    expect(pump.log).toEqual([`by ${STARTED_BY.unknown}`]);
    pump.frame(120, OFF);
    expect(pump.log).toEqual([`by ${STARTED_BY.unknown}`, 'over']);
  });

  it.each([
    ['30 s before', 60, []],
    ['by a clock 30 s behind', 120, []],
    ['31 s before', 59, ['by 0']],
  ])('a start command %s', (_when, commandS, expected) => {
    const pump = aPump();
    pump.command(commandS, true);
    pump.frame(90, ON, 35);
    pump.frame(95, ON, 40);
    expect(pump.log).toEqual(expected);
  });

  it('a start just after the start and the stop of a person is uncommanded', () => {
    const pump = aPump();
    pump.command(80, true);
    pump.command(85, false);
    pump.frame(90, ON, 35);
    pump.frame(95, ON, 40);
    expect(pump.log).toEqual(['by 0']);
  });

  it('a stop command does not explain a start', () => {
    const pump = aPump();
    pump.command(88, false);
    pump.frame(90, ON, 35);
    pump.frame(95, ON, 40);
    expect(pump.log).toEqual(['by 0']);
  });

  it('waking up from the sleep of the drive is no start', () => {
    const pump = aPump();
    pump.command(60, true);
    pump.frame(61, ON, 40);
    pump.frame(90, ON, 0);
    pump.frame(110, ON, 35);
    pump.frame(115, ON, 35);
    expect(pump.log).toEqual([]);
  });

  it('the start that the board announced with its stop is no surprise', () => {
    const pump = aPump();
    pump.event(30, { retry_in: 60, sev: 'alarm' });
    pump.frame(91, ON, 35);
    pump.frame(96, ON, 40);
    expect(pump.log).toEqual([]);
  });

  it.each([
    ['behind a gap of the frames', 400, false],
    ['in frames that are read back', 90, true],
  ])('nothing is known about a start %s', (_case, s, isReadBack) => {
    const pump = aPump();
    pump.frame(s, ON, 35, isReadBack);
    pump.frame(s + 5, ON, 40, isReadBack);
    expect(pump.log).toEqual([]);
  });

  it('a command of a person ends the alert', () => {
    const pump = aPump();
    pump.frame(90, ON, 35);
    pump.frame(95, ON, 40);
    pump.command(100, true);
    expect(pump.log).toEqual(['by 0', 'over']);
  });
});

describe('R5.11 the event STARTED', () => {
  it.each([
    ['keypad', STARTED_BY.keypad],
    ['terminals', STARTED_BY.terminals],
    ['itself', STARTED_BY.itself],
  ] as const)('by %s raises at once', (by, starter) => {
    const pump = aPump();
    pump.event(89, { code: 'STARTED', d: { by } });
    expect(pump.log).toEqual([`by ${starter}`]);
    pump.frame(90, ON, 35);
    pump.frame(95, ON, 35);
    pump.frame(100, OFF);
    expect(pump.log).toEqual([`by ${starter}`, 'over']);
  });

  it.each(['command', 'retry'] as const)('by %s explains the start', (by) => {
    const pump = aPump();
    pump.event(89, { code: 'STARTED', d: { by } });
    pump.frame(90, ON, 35);
    pump.frame(95, ON, 35);
    expect(pump.log).toEqual([]);
  });

  it('that comes just after its frame explains the start', () => {
    const pump = aPump();
    pump.frame(90, ON, 35);
    pump.event(90, { code: 'STARTED', d: { by: 'retry' } });
    pump.frame(95, ON, 35);
    expect(pump.log).toEqual([]);
  });
});

describe('R5.10 under a lock-out tag', () => {
  it('an uncommanded start is an alarm', () => {
    expect(severityUnder('started_itself', 'warning', ['lock_out'])).toBe('alarm');
    expect(severityUnder('started_itself', 'warning', ['update'])).toBe('warning');
    expect(severityUnder('weak_wifi', 'warning', ['lock_out'])).toBe('warning');
  });

  it.each(['started_itself', 'drive_fault', 'reverse_rotation', 'register_drift'] as const)(
    '%s is not muted',
    (kind) => expect(isMuted(kind, ['lock_out'])).toBe(false),
  );
});
