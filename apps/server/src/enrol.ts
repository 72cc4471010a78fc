import { runDatabaseTool } from './database-tool.ts';
import { readEnrolArguments } from './enrol-arguments.ts';
import { enrol } from './features/devices/enrol.service.ts';

/** `npm run enrol`: enrols boards, whether the server runs or not. */
runDatabaseTool(async (openDatabase) => {
  const { boards, isReplacing } = readEnrolArguments(process.argv.slice(2));
  await enrol(await openDatabase(), boards, isReplacing);
  const [first] = boards;
  console.log(
    boards.length === 1 ? `${first?.deviceId} is enrolled.` : `${boards.length} boards are enrolled.`,
  );
});
