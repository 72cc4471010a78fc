import { Role } from '@manoboard/contract/account/account';
import { StartRefused } from '../base/start-refused.ts';
import { giveRole } from '../wings/auth/grant-role.service.ts';
import { runDatabaseTool } from './database-tool.ts';

const USAGE = `npm run cli -- role EMAIL ROLE gives a registered user a role: ${Role.options.join(', ')}.`;

/** `npm run cli -- role EMAIL "Super Seller"`: the operator appoints the first Super Seller, who appoints others. */
runDatabaseTool(async (openDatabase) => {
  const [email, name, ...rest] = process.argv.slice(2);
  const role = Role.safeParse(name).data;
  if (!email || !role || rest.length > 0) throw new StartRefused(USAGE);
  const isKnown = await giveRole(await openDatabase(), email, role);
  if (!isKnown) throw new StartRefused(`Nobody is registered as ${email}.`);
  console.log(`${email} has the role ${role}.`);
});
