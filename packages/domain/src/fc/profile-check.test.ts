import { describe, expect, it } from 'vitest';
import { refuseRegisterWrite } from './profile.ts';
import { checkProfile, problemLines } from './profile-check.ts';
import { SHIPPED_FILES } from './profiles.ts';

const [gd10] = SHIPPED_FILES;
const whole = JSON.stringify(gd10, null, 2);

/** A copy of the GD10's file with one change of its text. */
function changed(from: string | RegExp, to: string): string {
  const text = whole.replace(from, to);
  if (text === whole) throw new Error(`${from} is not in the file`);
  return text;
}
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;
function problemsOf(text: string) {
  const checked = checkProfile(text, SHIPPED_FILES);
  return 'problems' in checked ? checked.problems : [];
}

describe('converter profiles', () => {
  it.each(SHIPPED_FILES.map((file) => [file.type, file] as const))(
    'the shipped profile of %s has no errors',
    (_type, file) => {
      const checked = checkProfile(JSON.stringify(file), SHIPPED_FILES);
      expect('problems' in checked ? checked.problems : []).toEqual([]);
    },
  );

  it.each(SHIPPED_FILES.map((file) => [file.type, file] as const))(
    'every fact of %s names its source, and every source says whether it confirms',
    (_type, { registers, sources }) => {
      for (const { source } of registers) expect(Object.keys(sources)).toContain(source);
      for (const { text, isVerified } of Object.values(sources)) {
        expect(text.length).toBeGreaterThan(5);
        expect(typeof isVerified).toBe('boolean');
      }
    },
  );

  it.each([
    [
      'with 11,000 numbers as registers',
      `{"registers":[${Array(11_000).fill('1').join(',')}]}`,
      /2000 entries/,
    ],
    ['with 3,000 faults', JSON.stringify({ ...gd10, faults: Array(3000).fill({}) }), /2000 entries/],
    ['of 16,000 brackets in brackets', `${'['.repeat(16_000)}${']'.repeat(16_000)}`, /8 brackets/],
    ['of brackets that never close', '{"a":'.repeat(16_000), /8 brackets/],
  ])('S7 a profile %s is refused with one reason', (_case, text, reason) => {
    const problems = problemsOf(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.reason).toMatch(reason);
  });

  it('S7 of a profile with thousands of errors 20 are named', () => {
    expect(problemsOf(JSON.stringify({ ...gd10, registers: Array(2000).fill(1) }))).toHaveLength(20);
    const registers = Array(1000).fill(gd10?.registers[0]);
    expect(problemsOf(JSON.stringify({ ...gd10, registers }))).toHaveLength(20);
    const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`unknown${n}`, 1]));
    const [problem] = problemsOf(JSON.stringify({ ...gd10, ...unknown }));
    expect(problem?.reason.length).toBeLessThan(500);
  });

  it('brackets in a text do not count', () => {
    const text = changed('"maker": "INVT"', `"maker": "INVT ${'['.repeat(20)} \\\\\\" {"`);
    expect(problemsOf(text)).toEqual([]);
  });

  it.each([
    ['a missing comma', changed('"type": "GD10",', '"type": "GD10"'), '"maker"', '', /is not JSON/],
    ['a missing value', changed('"maker": "INVT"', '"maker": '), '"maker"', '', /is not JSON/],
    ['a comment', changed('"maker": "INVT",', '"maker": "INVT", // the maker'), '"maker"', '', /is not JSON/],
    [
      'a misspelt word',
      changed('"isVerified": true', '"isVerified": yes'),
      '"isVerified": yes',
      '',
      /is not JSON/,
    ],
    [
      'a name that turns text around',
      changed('"OC1"', '"OC\\u202e1"'),
      '"OC',
      'faults.4.name',
      /control or invisible/,
    ],
    [
      'a name that is too long',
      changed('"OC1"', `"${'O'.repeat(25)}"`),
      '"OOO',
      'faults.4.name',
      /at most 24/,
    ],
    [
      'a misspelt field',
      changed('"maker"', '"marker": 1, "maker"'),
      '"marker"',
      '',
      /unknown field "marker"/,
    ],
    [
      'a wrong type of word',
      changed('"type": "i16"', '"type": "i8"'),
      '"i8"',
      /registers\[\d+\]\.type/,
      /"u16" or/,
    ],
    [
      'a scale of 0',
      changed('"scale": 0.01', '"scale": 0'),
      '"scale": 0,',
      /registers\[\d+\]\.scale/,
      /above 0/,
    ],
    ['an address that is no number', changed('"0x2102"', '"2102H"'), '"2102H"', /\.address/, /like "0x2100"/],
    [
      'an unknown source',
      changed('"source": "HW"', '"source": "Q"'),
      '"source": "Q"',
      /\.source/,
      /"sources"/,
    ],
    [
      'a state by an unknown register',
      changed('"run_state": {', '"run_stat": {'),
      '"run_stat": {',
      /^state\[0\]/,
      /does not list/,
    ],
    [
      'a write of a read-only register',
      changed('"write": "run_command"', '"write": "run_state"'),
      '"write": "run_state"',
      'do.start[0].write',
      /access is "ro"/,
    ],
    [
      'an unknown kind of fault',
      changed('"kind": "underload"', '"kind": "bad"'),
      '"kind": "bad"',
      'faults.36.kind',
      /"overcurrent" or/,
    ],
    [
      'a claim that nothing supports',
      changed(/"setPressureSource": \{[^}]*\},?/, '').replace(/,(\s*\})/g, '$1'),
      '"hasPressureSource"',
      'capabilities.hasPressureSource',
      /must be false/,
    ],
    [
      'two registers at one address',
      changed('"0x3002"', '"0x3001"'),
      '"bus_voltage"',
      /\.address/,
      /overlaps/,
    ],
    [
      'a self-start by an unknown register',
      changed('"register": "restart_after_power_cut"', '"register": "restart"'),
      '"register": "restart"',
      'selfStart[0].register',
      /does not list/,
    ],
    [
      'a self-start without a wanted value',
      changed(/"wanted": 0,\s*"delay": "restart_delay"/, '"delay": "restart_delay"'),
      '"after": "power_cut"',
      'selfStart[0]',
      /none of the possible forms/,
    ],
    [
      'limits in the wrong order',
      changed(/"pid_gain": \[\s*0,\s*10000/, '"pid_gain": [ 5, 2'),
      '"pid_gain": [',
      'writable.pid_gain',
      /wrong order/,
    ],
  ] as const)('%s is reported with line, path and reason', (_what, text, part, path, reason) => {
    const [problem, ...others] = problemsOf(text);
    expect(others.length).toBeLessThan(3);
    expect(problem?.reason).toMatch(reason);
    if (typeof path === 'string') expect(problem?.path).toBe(path);
    else expect(problem?.path).toMatch(path);
    expect(Math.abs((problem?.line ?? 0) - lineOf(text, part))).toBeLessThanOrEqual(1);
  });

  it('a missing field is named as missing', () => {
    const text = changed(/"exceptions": \{[^}]*\},/, '');
    expect(problemsOf(text)).toMatchObject([{ path: 'exceptions', reason: 'is missing' }]);
  });

  it('a variant of an unknown profile names the known ones', () => {
    const text = '{\n  "profile": 1,\n  "extends": "XY1",\n  "type": "XY2"\n}';
    expect(problemLines('xy2.json', problemsOf(text))).toEqual([
      expect.stringMatching(/^xy2\.json:3: extends names a profile that is not known; known are GD10, /),
    ]);
  });

  it('a register of two words cannot be written by a person: a command carries 16 bits', () => {
    const wide = { name: 'extra', address: '0x4000', type: 'u32', access: 'rw', unit: 'kWh', source: 'M' };
    const variant = { profile: 1, extends: 'GD10', type: 'GD10-X', registers: [wide] };
    const text = JSON.stringify({ ...variant, writable: { extra: [0, 10] } }, null, 2);
    expect(problemLines('x.json', problemsOf(text))).toEqual([
      `x.json:${lineOf(text, '"extra": [')}: writable.extra has two words; a command writes one word of 16 bits.`,
    ]);
    const checked = checkProfile(JSON.stringify(variant), SHIPPED_FILES);
    if ('problems' in checked) throw new Error(JSON.stringify(checked.problems));
    // Neither of its words, whatever the board or the server is asked for.
    for (const address of [0x4000, 0x4001])
      expect(refuseRegisterWrite(checked.profile, { address, word: 1, isRam: false })).toBe('not_allowed');
  });

  it('a variant adds registers and faults, and marks all as unverified if it is not confirmed', () => {
    const text = JSON.stringify({
      profile: 1,
      extends: 'GD10',
      type: 'GD10-X',
      isConfirmed: false,
      registers: [{ name: 'extra', address: '0x4000', type: 'u32', unit: 'kWh', source: 'M' }],
      faults: { 99: { name: 'XX', kind: 'external' } },
    });
    const checked = checkProfile(text, SHIPPED_FILES);
    if ('problems' in checked) throw new Error(JSON.stringify(checked.problems));
    expect(checked.profile).toMatchObject({
      fcType: 'GD10-X',
      faults: { 4: { name: 'OC1' }, 99: { name: 'XX' } },
    });
    expect(checked.profile.registers.at(-1)).toMatchObject({ address: 0x5000 });
    expect(checked.profile.registers.some(({ isVerified }) => isVerified)).toBe(false);
  });
});
