import { projectNode } from '../../env/bootstrap.mjs';
import { run } from '../../env/run.mjs';
import { runScript } from '../run-script.mjs';

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
  run: ({ args }) => runScript([SCRIPT, ...args]),
};

/** Names the generated documents that are missing or differ from their source. */
export async function staleDocuments() {
  const { code, lastLines } = await run(projectNode(), [SCRIPT, '--check'], { quiet: true, lines: 200 });
  return code === 0 ? [] : [lastLines];
}
