import { expect, it } from 'vitest';
import { chosenProjects } from './test-projects.mjs';

it.each([
  ['no choice is all', [], ['pure', 'board', 'console', 'server', 'e2e']],
  ['one', ['pure'], ['pure']],
  ['two', ['pure', 'e2e'], ['pure', 'e2e']],
  ['all but one', ['!e2e'], ['pure', 'board', 'console', 'server']],
])('%s', (_case, names, expected) => expect(chosenProjects(names)).toEqual(expected));

it('an unknown project is refused', () => expect(() => chosenProjects(['pur'])).toThrow('no project "pur"'));
