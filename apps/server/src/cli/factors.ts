import { StartRefused } from '../base/start-refused.ts';
import { removeFactors } from '../wings/auth/factors/factor-reset.service.ts';
import { runDatabaseTool } from './database-tool.ts';

/** `npm run cli -- factors EMAIL`: the operator helps a user who has lost all second factors and whom no Super Seller can help. */
runDatabaseTool(async (openDatabase) => {
  const [email, ...rest] = process.argv.slice(2);
  if (!email || rest.length > 0)
    throw new StartRefused('npm run cli -- factors EMAIL removes the second factors of a user.');
  if (!(await removeFactors(await openDatabase(), email)))
    throw new StartRefused(`Nobody is registered as ${email}.`);
  console.log(`${email} has no second factor any more, and is logged out everywhere.`);
});
