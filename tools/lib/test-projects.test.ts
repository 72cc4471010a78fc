import { expect, it } from 'vitest';
import { chosenProjects } from './test-projects.mjs';

const all = ['pure', 'board', 'console', 'server', 'e2e'];

it.each([
  ['no choice is all', [], all],
  ['one by two words', ['--project', 'pure'], ['pure']],
  ['two, in both spellings', ['--project=pure', '--project', 'e2e'], ['pure', 'e2e']],
  ['a pattern may mean any', ['--project', '!e2e'], all],
  ['a file name chooses no project', ['packages/domain'], all],
])('%s', (_case, args, expected) => expect(chosenProjects(args)).toEqual(expected));
