import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

const ROUTES = join(import.meta.dirname, 'src/app/routes');
const OWN_MODULE = /\/(apps\/console|packages\/\w+)\/src\/.*\.tsx?$/;
const ICON = /\/icons\/(Icon\w+)\.mjs$/;

type Context = Rolldown.ChunkingContext;

/**
 * These modules and all their static imports, and the names of their icons. Libraries are left out, since the index of
 * a library imports all of it.
 */
function withImports(ids: readonly string[], context: Context): Set<string> {
  const found = new Set(ids);
  for (const id of found) {
    const { importedIds = [], code } = context.getModuleInfo(id) ?? {};
    for (const imported of importedIds) if (OWN_MODULE.test(imported)) found.add(imported);
    for (const [icon] of code?.matchAll(/\bIcon[A-Z]\w+/g) ?? []) found.add(icon);
  }
  return found;
}

function findModules(context: Context): Set<string> {
  const roots = readdirSync(ROUTES).flatMap(
    (file) => context.getModuleInfo(join(ROUTES, file))?.dynamicallyImportedIds ?? [],
  );
  const reachedFrom = (pattern: RegExp) =>
    withImports(
      roots.filter((id) => pattern.test(id)),
      context,
    );
  const shell = reachedFrom(/src\/app\/(guards\.ts|shell\/shell\.tsx)$/);
  const devicePages = reachedFrom(/src\/app\/pages\/(dashboard|overview)-page\.tsx$/);
  const otherPages = reachedFrom(/src\/app\/pages\/(?!dashboard-|overview-)/);
  // All icons and the components of `device/`, since the gallery shows them.
  const isShared = (id: string) =>
    otherPages.has(id) || !OWN_MODULE.test(id) || /\/src\/device\/[\w-]+\.tsx$/.test(id);
  return new Set([...shell, ...[...devicePages].filter(isShared)]);
}

/**
 * Names the chunk of the shell, for its modules and those that a device page shares with another page: without the
 * latter, the other page would load all of the device pages.
 */
export function shellChunk() {
  let modules: Set<string> | undefined;
  return (id: string, context: Context) => {
    modules ??= findModules(context);
    return modules.has(ICON.exec(id)?.[1] ?? id) ? 'shell' : null;
  };
}
