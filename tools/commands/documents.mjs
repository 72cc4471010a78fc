import { ensureInstalled, projectNode } from '../env/bootstrap.mjs';
import { ensureChromium } from '../env/chromium.mjs';
import { run } from '../env/run.mjs';
import { buildProduct } from './build.mjs';

const SCRIPT = 'tools/commands/write-documents.ts';

/**
 * Writes one of the generated documents.
 * @param {string} name
 * @param {string} file
 * @param {string} source
 * @returns {import('../env/command.mjs').Command}
 */
const documentCommand = (name, file, source) => ({
  summary: `write ${file} from ${source}`,
  usage: `Usage: npm run ${name}\nWrites ${file} from ${source}.`,
  async run() {
    await ensureInstalled();
    return (await run(projectNode(), [SCRIPT, name])).code;
  },
});

export const asyncapi = documentCommand('asyncapi', 'docs/asyncapi.json', 'the table of MQTT topics');
export const openapi = documentCommand('openapi', 'docs/openapi.json', 'the table of HTTP calls');
export const converters = documentCommand(
  'converters',
  'packages/domain/src/fc/converter-facts.json',
  'the converter profiles',
);
export const permissions = documentCommand(
  'permissions',
  'docs/permissions.md',
  'the policy and the table of HTTP calls',
);

export const requirements = documentCommand(
  'requirements',
  'docs/requirements.md',
  'its own sentences and the titles of the tests',
);

/** Names the generated documents that are missing or differ from their source. */
export async function staleDocuments() {
  const { code, lastLines } = await run(projectNode(), [SCRIPT, '--check'], { quiet: true, lines: 200 });
  return code === 0 ? [] : [lastLines];
}

/** @type {import('../env/command.mjs').Command} */
export const shots = {
  summary: 'take the pictures of the documents, or of every screen',
  usage: `Usage: npm run shots [-- FOLDER [SCREEN …]]
Takes the pictures of the documents; with a folder every screen, or those that are named, in each width, theme and
language.`,
  positionals: [0, Number.POSITIVE_INFINITY],
  async run({ args }) {
    await ensureInstalled();
    const env = { CHROMIUM_PATH: await ensureChromium() };
    await buildProduct();
    return (await run(projectNode(), ['e2e/shots.ts', ...args], { env })).code;
  },
};
