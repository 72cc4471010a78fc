import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Command, readArguments, TEXT } from './env/command.mjs';
import { root } from './env/root.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const { cli = '', ...aliases } = scripts;
const { stdout: list } = spawnSync(process.execPath, [join(root, 'tools/cli.mjs')], { encoding: 'utf8' });
const names = [...list.matchAll(/^ {2}([\w-]+) +\S.*$/gm)].map(([, name = '']) => name);

interface Answer {
  status: number;
  stdout: string;
  stderr: string;
  hasChanged: boolean;
}

/** Runs the commands of its argument one after the other in the folder of a clone, and prints their answers as JSON. */
const EACH = `
  import { readdirSync, statSync } from 'node:fs';
  import { pathToFileURL } from 'node:url';
  const listing = () =>
    readdirSync('.', { recursive: true }).map((file) => file + ' ' + statSync(file).mtimeMs).sort().join();
  const cli = pathToFileURL('tools/cli.mjs').href;
  const answers = [];
  const print = process.stdout.write.bind(process.stdout);
  for (const args of JSON.parse(process.argv[1])) {
    const answer = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      process[name].write = (text) => ((answer[name] += text), true);
    process.argv = [process.execPath, 'tools/cli.mjs', ...args];
    const before = listing();
    // Without the number it would be loaded once.
    await import(cli + '?' + answers.length);
    answers.push({ ...answer, status: process.exitCode, hasChanged: listing() !== before });
    process.exitCode = 0;
  }
  print(JSON.stringify(answers));`;

describe('npm commands in a clone without installed dependencies', () => {
  let clone: string;
  let before: string[];
  const listing = () =>
    readdirSync(clone, { recursive: true, encoding: 'utf8' })
      .map((file) => `${file} ${statSync(join(clone, file)).mtimeMs}`)
      .sort();

  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'manoboard-clone-'));
    const sources = ['packages/testkit/src', 'packages/domain/src/installation'];
    for (const part of ['tools', 'bench', ...sources, 'package.json', 'package-lock.json'])
      cpSync(join(root, part), join(clone, part), {
        recursive: true,
        filter: (path) => !path.includes('node_modules'),
      });
    before = listing();
  });
  afterAll(() => rmSync(clone, { recursive: true }));

  /** The empty PATH makes any attempt to install or build fail. */
  function runCli(...args: string[]) {
    const env = { PATH: '', DATA_DIR: join(clone, 'data') };
    const file = join(clone, 'tools', 'cli.mjs');
    return spawnSync(process.execPath, [file, ...args], { cwd: clone, env, encoding: 'utf8' });
  }

  /** Runs several commands in one process, since starting one takes most of the time of a command that ends at once. */
  function runEach(commands: readonly string[][]): Answer[] {
    const env = { PATH: '', DATA_DIR: join(clone, 'data') };
    const args = ['--input-type=module', '--eval', EACH, JSON.stringify(commands)];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: clone,
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  }

  it('eight npm scripts: the daily ones under their names, all others by `npm run cli -- COMMAND`', () => {
    const daily = ['start', 'dev', 'build', 'check', 'format', 'test', 'bench'];
    expect(cli).toBe('node tools/cli.mjs');
    expect(aliases).toEqual(Object.fromEntries(daily.map((name) => [name, `${cli} ${name}`])));
  });

  it.each([[[]], [['--help']], [['-h']]])('npm run cli %j lists every command with one line each', (args) => {
    const { status, stdout, stderr } = runCli(...args);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^Usage: npm run cli -- COMMAND/);
    expect(stdout).toBe(list);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(aliases), 'backup', 'check-install']));
    expect(status).toBe(0);
  });

  it.each(['nonsense', '--nonsense', 'constructor'])(
    'npm run cli rejects the unknown command "%s" with exit code 2 and the list',
    (name) => {
      const { status, stdout, stderr } = runCli(name);
      expect(stderr).toMatch(new RegExp(`^There is no command "${name}"\\.\nUsage: npm run cli`));
      expect(stdout).toBe('');
      expect(status).toBe(2);
      expect(listing()).toEqual(before);
    },
  );

  describe('each command', () => {
    const helps = [...names.map((name) => [name, '--help']), ['start', '-h']];
    const verbs: Record<string, string[]> = {
      audit: ['verify'],
      bench: ['ingest'],
      firmware: ['pack'],
      secrets: ['forget'],
    };
    const nonsense = names.map((name) => [name, ...(verbs[name] ?? []), '--nonsense']);
    const answers = new Map<string[], Answer>();
    beforeAll(() => {
      const commands = [...helps, ...nonsense];
      for (const [place, answer] of runEach(commands).entries()) answers.set(commands[place] ?? [], answer);
    });

    it.each(helps.map((args) => ({ name: `${args[0]}`, help: args[1], args })))(
      '$name prints its usage with $help, and changes nothing',
      ({ name, args }) => {
        const { status, stdout, stderr, hasChanged } = answers.get(args) ?? {};
        expect(stderr).toBe('');
        expect(stdout).toMatch(/^Usage: npm (start|test|run (dev|build|check|format|bench|cli -- [\w-]+))/);
        expect(stdout).toContain(name);
        expect(status).toBe(0);
        expect(hasChanged).toBe(false);
      },
    );

    it.each(nonsense.map((args) => ({ name: args[0], args })))(
      '$name rejects an unknown option with the reason and the usage, and changes nothing',
      ({ args }) => {
        const { status, stdout, stderr, hasChanged } = answers.get(args) ?? {};
        expect(stderr).toMatch(/^Unknown option '--nonsense'\.\nUsage: npm /);
        expect(stdout).toBe('');
        expect(status).toBe(1);
        expect(hasChanged).toBe(false);
      },
    );

    it('together they change nothing', () => expect(listing()).toEqual(before));
  });

  it.each([
    ['bench', ['nonsense'], '"nonsense" is none of: '],
    ['bench', [], 'The first argument must be one of: '],
    ['bench', ['ingest', '--cycles', '3'], "Unknown option '--cycles'."],
    ['fleet', ['--boards', 'many'], '--boards must be a whole number from 1 to 99999'],
    ['role', ['someone@example.com'], 'An argument is missing.'],
    ['start', ['now'], '"now" is one argument too many.'],
    ['test', ['--project', 'pur'], 'There is no project "pur"'],
  ])('%s %j is rejected, and changes nothing', (name, args, reason) => {
    const { status, stderr } = runCli(name, ...args);
    expect(stderr).toContain(reason);
    expect(status).toBe(1);
    expect(listing()).toEqual(before);
  });
});

describe('readArguments', () => {
  const command = {
    usage: 'Usage: npm run x',
    verbs: { go: { options: { to: TEXT } }, stay: {} },
    defaultVerb: 'go',
  };

  it.each([
    [['go', '--to', 'a'], { verb: 'go', values: { to: 'a' }, args: ['--to', 'a'] }],
    [['--to', 'a'], { verb: 'go', values: { to: 'a' }, args: ['--to', 'a'] }],
    [['stay'], { verb: 'stay', values: {}, args: [] }],
  ])('%j', (given, expected) => expect(readArguments(command, given)).toMatchObject(expected));

  it('--help requests the usage at any position', () =>
    expect(readArguments(command, ['stay', '--to', '--help'])).toBeUndefined());

  it('an option of another verb is rejected', () =>
    expect(() => readArguments(command, ['stay', '--to', 'a'])).toThrow(/^Unknown option '--to'/));
});

describe('paths of the caller', () => {
  const CALLER = '/the/folder/of/the/caller';
  let initial: string | undefined;
  beforeAll(() => {
    initial = process.env.INIT_CWD;
    process.env.INIT_CWD = CALLER;
  });
  afterAll(() => {
    if (initial === undefined) delete process.env.INIT_CWD;
    else process.env.INIT_CWD = initial;
  });

  /** Every command with the forms of its verbs, and what its usage calls a file. */
  async function listForms() {
    const files = globSync(join(root, 'tools/commands/*/*.mjs'));
    const modules = await Promise.all(files.map((file) => import(file) as Promise<Record<string, unknown>>));
    const commands = modules.flatMap((exported) =>
      Object.values(exported).filter(
        (one): one is Command => typeof one === 'object' && one !== null && 'usage' in one,
      ),
    );
    return commands.flatMap((command) => {
      const verbs = Object.entries(command.verbs ?? { '': command });
      const named = [...command.usage.matchAll(/--([\w-]+) (?:\[NAME=\])?(?:FILE|DIR|FOLDER|PATH)\b/g)];
      const paths = new Set(named.map(([, name = '']) => name));
      return verbs.map(([verb, form]) => ({ command, verb, form, paths }));
    });
  }

  it('every option that a usage calls a file or a folder is relative to the folder of the caller', async () => {
    const found: string[] = [];
    for (const { command, verb, form, paths } of await listForms())
      for (const [name, { type }] of Object.entries(form.options ?? {})) {
        if (type !== 'string' || !paths.has(name)) continue;
        for (const given of [[`--${name}`, 'a/b'], [`--${name}=a/b`]]) {
          const least = Array.from({ length: form.positionals?.[0] ?? 0 }, () => 'x');
          const read = readArguments(command, [...(verb ? [verb] : []), ...given, ...least]);
          const path = resolve(CALLER, 'a/b');
          expect([command.usage, [read?.values[name]].flat()]).toEqual([command.usage, [path]]);
          expect(read?.args.join(' ')).toContain(path);
          found.push(name);
        }
      }
    expect(new Set(found).size).toBeGreaterThan(12);
  }, 60_000);

  it('so are the files of backups, and no fingerprint of a certificate is taken for a file', async () => {
    const { restore } = await import('./commands/server/server.mjs');
    const read = readArguments(restore, ['backup.tar.gz', '--key', 'key', '--unverified']);
    expect(read?.args).toEqual([`${CALLER}/backup.tar.gz`, '--key', `${CALLER}/key`, '--unverified']);
    const { board } = await import('./commands/boards/boards.mjs');
    const args = ['--ca', 'sha256:AA', '--id', 'MNB-00A1B2'];
    expect(readArguments(board, args)?.args).toEqual(args);
    const { firmware } = await import('./commands/boards/firmware.mjs');
    expect(readArguments(firmware, ['keys', 'keys'])?.args).toEqual([`${CALLER}/keys`]);
    expect(readArguments(firmware, ['pack', '--image', 'main=a.bin'])?.args).toEqual([
      '--image',
      `main=${CALLER}/a.bin`,
    ]);
  });
});
