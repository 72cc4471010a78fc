import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArguments, TEXT } from './lib/command.mjs';
import { root } from './lib/root.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const names = Object.keys(scripts);

describe('every npm command, in a clone where nothing is installed', () => {
  let clone: string;
  let before: string[];
  const listing = () =>
    readdirSync(clone, { recursive: true, encoding: 'utf8' })
      .map((file) => `${file} ${statSync(join(clone, file)).mtimeMs}`)
      .sort();

  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'manoboard-clone-'));
    for (const part of ['tools', 'bench', 'packages/testkit/src', 'package.json', 'package-lock.json'])
      cpSync(join(root, part), join(clone, part), {
        recursive: true,
        filter: (path) => !path.includes('node_modules'),
      });
    before = listing();
  });
  afterAll(() => rmSync(clone, { recursive: true }));

  /** Without a PATH: nothing could be installed or built if a command tried. */
  function run(name: string, ...args: string[]) {
    const [program, file = ''] = scripts[name]?.split(' ') ?? [];
    expect(program).toBe('node');
    const env = { PATH: '', DATA_DIR: join(clone, 'data') };
    return spawnSync(process.execPath, [join(clone, file), ...args], { cwd: clone, env, encoding: 'utf8' });
  }

  it.each(names)('npm run %s prints its usage with --help and -h, and changes nothing', (name) => {
    for (const help of ['--help', '-h']) {
      const { status, stdout, stderr } = run(name, help);
      expect(stderr).toBe('');
      expect(stdout).toMatch(/^Usage: npm (run )?\w+/);
      expect(stdout).toContain(name);
      expect(status).toBe(0);
    }
    expect(listing()).toEqual(before);
  });

  it.each(names)(
    'npm run %s refuses a wrong option with a sentence and its usage, and changes nothing',
    (name) => {
      const verb = { audit: ['verify'], bench: ['ingest'], firmware: ['pack'] }[name] ?? [];
      const { status, stdout, stderr } = run(name, ...verb, '--nonsense');
      expect(stderr).toMatch(/^Unknown option '--nonsense'\.\nUsage: npm /);
      expect(stdout).toBe('');
      expect(status).toBe(1);
      expect(listing()).toEqual(before);
    },
  );

  it.each([
    ['bench', ['nonsense'], '"nonsense" is none of: '],
    ['bench', [], 'What is to be done?'],
    ['bench', ['ingest', '--cycles', '3'], "Unknown option '--cycles'."],
    ['fleet', ['--boards', 'many'], '--boards must be a whole number from 1 to 99999'],
    ['role', ['someone@example.com'], 'Something is missing.'],
    ['start', ['now'], '"now" is too much.'],
    ['test', ['--project', 'pur'], 'There is no project "pur"'],
  ])('npm run %s %j is refused, and changes nothing', (name, args, sentence) => {
    const { status, stderr } = run(name, ...args);
    expect(stderr).toContain(sentence);
    expect(status).toBe(1);
    expect(listing()).toEqual(before);
  });
});

describe('readArguments', () => {
  const command = {
    usage: 'Usage: npm run x',
    verbs: { go: { options: { to: TEXT } }, stay: {} },
    usualVerb: 'go',
  };

  it.each([
    [['go', '--to', 'a'], { verb: 'go', values: { to: 'a' }, args: ['--to', 'a'] }],
    [['--to', 'a'], { verb: 'go', values: { to: 'a' }, args: ['--to', 'a'] }],
    [['stay'], { verb: 'stay', values: {}, args: [] }],
  ])('%j', (given, expected) => expect(readArguments(command, given)).toMatchObject(expected));

  it('asks for help wherever --help stands', () =>
    expect(readArguments(command, ['stay', '--to', '--help'])).toBeUndefined());

  it('an option of another verb is refused', () =>
    expect(() => readArguments(command, ['stay', '--to', 'a'])).toThrow(/^Unknown option '--to'/));
});
