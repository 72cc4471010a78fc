import { ensureInstalled, projectNode } from '../../env/bootstrap.mjs';
import { ensureChromium } from '../../env/chromium.mjs';
import { run } from '../../env/run.mjs';
import { buildProduct } from '../build/build.mjs';

const SCRIPT = 'tools/commands/documents/write-documents.ts';

/** @type {import('../../env/command.mjs').Command} */
export const documents = {
  summary: 'write the generated documents, or those that are named',
  usage: `Usage: npm run cli -- documents [NAME …]
Writes all generated documents, or some of them:
  asyncapi      docs/asyncapi.json from the table of MQTT topics
  openapi       docs/openapi.json from the table of HTTP calls
  converters    packages/domain/src/fc/converter-facts.json from the converter profiles
  permissions   docs/permissions.md from the policy and the table of HTTP calls
  requirements  docs/requirements.md from its own sentences and the titles of the tests`,
  positionals: [0, Number.POSITIVE_INFINITY],
  async run({ args }) {
    await ensureInstalled();
    return (await run(projectNode(), [SCRIPT, ...args])).code;
  },
};

/** Names the generated documents that are missing or differ from their source. */
export async function staleDocuments() {
  const { code, lastLines } = await run(projectNode(), [SCRIPT, '--check'], { quiet: true, lines: 200 });
  return code === 0 ? [] : [lastLines];
}

/** @type {import('../../env/command.mjs').Command} */
export const shots = {
  summary: 'take the pictures of the documents, or of every screen',
  usage: `Usage: npm run cli -- shots [FOLDER [SCREEN …]]
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
