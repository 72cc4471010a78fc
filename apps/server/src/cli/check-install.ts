import { findEnvFile } from '../base/env-file.ts';
import { checkInstallation } from './checks/check-installation.ts';
import { findingsText } from './checks/finding.ts';
import { runTool } from './database-tool.ts';

/** `npm run cli -- check-install`, `manoboard check-install` in a release: what is wrong with this installation, in sentences. */
runTool(async (undo) => {
  const findings = await checkInstallation(process.env, findEnvFile(process.env), undo, Date.now());
  console.log(findingsText(findings));
  if (findings.some(({ level }) => level === 'error')) process.exitCode = 1;
});
