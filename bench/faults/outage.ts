import { setTimeout as pause } from 'node:timers/promises';
import { startBenchServer } from '../lib/bench-server.ts';
import { readNumbers } from '../lib/options.ts';
import { peakMb } from '../lib/processes.ts';
import { connectRawBoards, publishAtRate } from '../lib/raw-boards.ts';
import { seedFleet } from '../lib/raw-fleet.ts';
import { report } from '../lib/report.ts';
import { stopPostgres } from './injected-faults.ts';

/** Memory of the server while its database is stopped (SIGSTOP) and boards go on sending. */
const { boards, rate, seconds } = readNumbers({ boards: 1000, rate: 1667, seconds: 60 });
const WARM_UP_S = 10;

const { mqttUrl, pid, db, postgres, stop } = await startBenchServer();
const connected = await connectRawBoards(mqttUrl, await seedFleet(db, boards, 1));
const acknowledged = () => connected.reduce((sum, board) => sum + board.acknowledged.length, 0);

const sending = publishAtRate(connected, rate, WARM_UP_S + seconds + WARM_UP_S);
await pause(WARM_UP_S * 1000);
const before = { mb: peakMb(pid), frames: acknowledged() };
await stopPostgres({ postgres, seconds });
const [during, atEnd] = [peakMb(pid), acknowledged()];
await sending;
const recovered = acknowledged() - atEnd;
const open = connected.filter(({ socket }) => !socket.destroyed).length;
for (const { socket } of connected) socket.destroy();
await stop();

report({
  name: 'outage',
  what: `Postgres stopped (SIGSTOP) for ${seconds} s while ${boards} boards send ${rate} frames/s; peak memory of Node`,
  result: `${before.mb.toFixed(0)} MB before, ${during.toFixed(0)} MB during; ${open} of ${boards} boards stayed connected; ${before.frames} frames acknowledged in ${WARM_UP_S} s before, ${recovered} in ${WARM_UP_S} s after`,
  aim: 'less than 100 MB more, every board stays connected, frames are acknowledged again within 10 s',
});
process.exit(open < boards || recovered === 0 || during - before.mb > 100 ? 1 : 0);
