import { expect, it } from 'vitest';
import { missingPaths } from './named-paths.ts';
import { requirementFaults, requirementsText } from './requirements.ts';

const DOCUMENT = `# Requirements
## R1 Shell
- **R1.1** Two languages.
  Tests: \`old.test.ts\`
- **R1.2** A top bar.
`;
const test = { path: 'apps/a.test.ts', text: "it('R1.1 the language changes', () => {});" };

it('each requirement gets the tests whose titles name it, instead of those it had', () => {
  const text = requirementsText(DOCUMENT, [test]);
  expect(text).toContain('- **R1.1** Two languages.\n  Tests: `apps/a.test.ts`\n');
  expect(text).not.toContain('old.test.ts');
});

it('a requirement without a test and a number that is not listed are faults, a section is none', () => {
  const source = { path: 'apps/b.ts', text: '/** R1, R1.2 and R1.30 */' };
  expect(requirementFaults(DOCUMENT, [test, source])).toEqual([
    'R1.2: no test names it',
    'apps/b.ts: R1.30 is not listed',
  ]);
});

it('a path in backticks that does not exist is a fault, in documents and comments but not in code', () => {
  const sources = [
    { path: 'docs/a.md', text: 'See `apps/gone.ts`, `b.ts`, `PORT` and `*.test.ts`.' },
    { path: 'apps/b.ts', text: 'const name = `gone.ts`;\n/** As `lost.md`. */' },
  ];
  expect(missingPaths(sources, ['docs/a.md', 'apps/b.ts'])).toEqual([
    'docs/a.md: `apps/gone.ts` does not exist',
    'apps/b.ts: `lost.md` does not exist',
  ]);
});
