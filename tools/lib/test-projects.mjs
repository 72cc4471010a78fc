const ALL = ['pure', 'board', 'console', 'server', 'e2e'];

/**
 * The projects that Vitest's arguments choose; without a choice, or with a pattern, all.
 * @param {string[]} args
 */
export function chosenProjects(args) {
  const chosen = args.flatMap((arg, at) => {
    if (arg === '--project') return args[at + 1] ?? [];
    return arg.startsWith('--project=') ? arg.slice('--project='.length) : [];
  });
  const known = chosen.filter((name) => ALL.includes(name));
  return chosen.length > 0 && known.length === chosen.length ? known : ALL;
}
