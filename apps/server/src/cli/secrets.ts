import { StartRefused } from '../base/start-refused.ts';
import { forgetSecretKey } from '../db/secret-key.ts';
import { forgetPushKey } from '../wings/alerts/push/push.repo.ts';
import { forgetSecrets } from '../wings/alerts/webhooks/webhooks.repo.ts';
import { deleteAllTotps } from '../wings/auth/factors/factor.repo.ts';
import { runDatabaseTool } from './database-tool.ts';

/** `npm run cli -- secrets forget`: the operator has lost the key of the encrypted secrets. The next start makes a new one. */
runDatabaseTool(async (openDatabase) => {
  if (process.argv[2] !== 'forget' || process.argv.length > 3)
    throw new StartRefused('npm run cli -- secrets forget removes the secrets whose key is lost.');
  const db = await openDatabase();
  const counts = await db.transaction().execute(async (tx) => {
    const [totps, webhooks] = [await deleteAllTotps(tx), await forgetSecrets(tx)];
    const browsers = await forgetPushKey(tx);
    await forgetSecretKey(tx);
    return { totps, webhooks, browsers };
  });
  console.log(
    `Removed ${counts.totps} authenticator apps, whose users add them again, and the notifications of ${counts.browsers} browsers, which turn them on again.`,
  );
  console.log(
    `${counts.webhooks} webhooks get a new secret at the next start: renew it in the console to see it.`,
  );
  console.log('The next start of a server decides on the key of this database.');
});
