import { StartRefused } from '../base/start-refused.ts';
import { enrol } from '../wings/devices/enrol.service.ts';
import { runDatabaseTool } from './database-tool.ts';
import { readEnrolArguments } from './enrol-arguments.ts';

/** `npm run cli -- enrol`: enrols boards, whether the server runs or not. */
runDatabaseTool(async (openDatabase) => {
  const { boards, isReplacing } = readEnrolArguments(process.argv.slice(2));
  const { known } = await enrol(await openDatabase(), boards, isReplacing);
  if (known !== undefined)
    throw new StartRefused(
      `${known} is enrolled already, and nothing was changed. --replace gives it the new secret and claim code.`,
    );
  const [first] = boards;
  console.log(
    boards.length === 1 ? `${first?.deviceId} is enrolled.` : `${boards.length} boards are enrolled.`,
  );
});
