import { Refusal } from './terminal.mjs';

export const PROJECTS = ['pure', 'board', 'console', 'server', 'e2e'];

/**
 * The test projects that were chosen by name, or with `!` by the name of those to leave out; without a choice all.
 * @param {string[]} names
 */
export function chosenProjects(names) {
  const unknown = names.find((name) => !PROJECTS.includes(name.replace(/^!/, '')));
  if (unknown) throw new Refusal(`There is no project "${unknown}"; it is one of: ${PROJECTS.join(', ')}.`);
  const wanted = names.filter((name) => !name.startsWith('!'));
  return (wanted.length > 0 ? wanted : PROJECTS).filter((name) => !names.includes(`!${name}`));
}
