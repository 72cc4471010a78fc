import { expect, it } from 'vitest';
import { chosenProjects } from './test.mjs';

it.each([
  ['no selection means all projects', [], ['pure', 'board', 'console', 'server', 'e2e']],
  ['one', ['pure'], ['pure']],
  ['two', ['pure', 'e2e'], ['pure', 'e2e']],
  ['all but one', ['!e2e'], ['pure', 'board', 'console', 'server']],
])('%s', (_case, names, expected) => expect(chosenProjects(names)).toEqual(expected));

it('an unknown project is rejected', () => expect(() => chosenProjects(['pur'])).toThrow('no project "pur"'));
