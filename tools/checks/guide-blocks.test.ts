import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../env/root.mjs';
import { readBlocks } from '../release/guide-blocks.mjs';

const GUIDES = ['server', 'board'].map((name) => `docs/guide/${name}.md`);
const blocks = GUIDES.flatMap((guide) => readBlocks(guide, readFileSync(join(root, guide), 'utf8')));
const deployed = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');

describe('the commands of the guides of server and board', () => {
  it('each says whether the trial of the package runs it, and most are run', () => {
    const count = (kind: string) => blocks.filter((block) => block.kind === kind).length;
    expect(count('package')).toBeGreaterThan(18);
    expect(count('package')).toBeGreaterThan(count('not-run') + count('example'));
  });

  it('those of the package need neither npm nor sudo, and name no folder of a clone', () => {
    for (const { kind, text, guide, line } of blocks)
      if (kind === 'package')
        expect(`${guide}:${line} ${text}`).not.toMatch(/npm|sudo|\/opt\/manoboard\/|data\/boards/);
  });

  it.each(['', 'sh', 'sh package now', 'ini package', 'ini package > relative', 'sh not-run:'])(
    'a block with "%s" is refused',
    (info) => expect(() => readBlocks('guide.md', `\`\`\`${info}\nx\n\`\`\`\n`)).toThrow(/guide\.md:1: /),
  );
});

describe('the units', () => {
  it.each(['manoboard.service', 'manoboard@.service'])('%s may read the addresses of the machine', (unit) => {
    expect(deployed(unit)).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK$/m);
  });

  it('the secret of the board is in the folder that its unit may write to, in the guide as in the unit', () => {
    const [, folder] = /^StateDirectory=(.+)$/m.exec(deployed('manoboard-board.service')) ?? [];
    const path = `/var/lib/${folder}/board.secret`;
    expect(deployed('manoboard-board.service')).toContain(`--secret-file ${path}`);
    const named = blocks.flatMap(({ text }) => text.match(/\S*\/board\.secret/g) ?? []);
    expect(new Set(named)).toEqual(new Set([path]));
  });
});
