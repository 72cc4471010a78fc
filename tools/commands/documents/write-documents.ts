import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncApiDocument } from '@manoboard/contract/docs/async-api';
import { api } from '@manoboard/contract/http/api';
import { factsOfProfile } from '@manoboard/domain/fc/faults';
import { PROFILES } from '@manoboard/domain/fc/profiles';
import { missingPaths } from '../../checks/named-paths.ts';
import { contractDocument, openApiFaults } from '../../checks/openapi.ts';
import { requirementFaults, requirementsText } from '../../checks/requirements.ts';
import { root } from '../../env/root.mjs';
import { projectFiles, sourcesOf } from '../../env/sources.ts';
import { permissionsText } from './permissions-text.ts';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const json = (document: object) => `${JSON.stringify(document, null, 2)}\n`;

const LINE = 100;
/** What fits stands in one line: a changed field is one line of a diff. */
function compactJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1).replace(/\n */g, ' ');
  if (typeof value !== 'object' || value === null || indent.length + line.length <= LINE) return line;
  const deeper = `${indent}  `;
  const rows = Object.entries(value).map(([key, inner]) => {
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `;
    return `${deeper}${name}${compactJson(inner, deeper)}`;
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${rows.join(',\n')}\n${indent}${close}`;
}

const REQUIREMENTS = 'docs/requirements.md';
const files = projectFiles();
/** The tests of these checks contain wrong numbers and paths. */
const sources = sourcesOf(files).filter(({ path }) => !path.startsWith('tools/checks/'));
const others = sources.filter(({ path }) => path !== REQUIREMENTS);

interface GeneratedDocument {
  file: string;
  text: () => string;
  faults?: (text: string) => Promise<string[]>;
}

/** What the console shows of each converter without its register map. */
const converterFacts = () =>
  Object.fromEntries(PROFILES.map((profile) => [profile.fcType, factsOfProfile(profile)]));

const documents: Record<string, GeneratedDocument> = {
  converters: {
    file: 'packages/domain/src/fc/converter-facts.json',
    text: () => json(converterFacts()),
  },
  asyncapi: { file: 'docs/asyncapi.json', text: () => json(asyncApiDocument(version)) },
  openapi: {
    file: 'docs/openapi.json',
    text: () => `${compactJson(contractDocument(version))}\n`,
    faults: (text) => openApiFaults(JSON.parse(text)),
  },
  requirements: {
    file: REQUIREMENTS,
    text: () => requirementsText(readFileSync(join(root, REQUIREMENTS), 'utf8'), others),
    faults: async (text) => [...requirementFaults(text, others), ...missingPaths(sources, files)],
  },
  permissions: { file: 'docs/permissions.md', text: () => permissionsText(Object.values(api)) },
};

/** Writes the named documents, or all; with `--check` compares all of them and writes none. */
const names = process.argv.slice(2);
const isCheck = names.includes('--check');
const unknown = names.find((name) => name !== '--check' && !Object.hasOwn(documents, name));
if (unknown !== undefined) {
  console.error(`There is no document "${unknown}"; it is one of: ${Object.keys(documents).join(', ')}.`);
  process.exit(1);
}
for (const [name, { file, text: generate, faults }] of Object.entries(documents)) {
  if (!isCheck && names.length > 0 && !names.includes(name)) continue;
  const path = join(root, file);
  const text = generate();
  const found = (await faults?.(text)) ?? [];
  if (!isCheck) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text)
    found.push(`${file} differs from its source: run npm run cli -- documents ${name}.`);
  for (const fault of found) console.error(fault);
  if (found.length > 0) process.exitCode = 1;
}
