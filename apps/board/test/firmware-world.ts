import type { OtaJob, OtaState } from '@manoboard/contract/mqtt/firmware';
import { makerKeys } from '@manoboard/testkit/signed-firmware';
import type { Disk } from '../src/disk/disk.ts';
import type { Drive } from '../src/drive/drive.ts';
import { type Firmware, startFirmware } from '../src/firmware/firmware.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { driveWith } from './parts.ts';

export const OLD_VERSION = '1.4.2';

interface WorldOptions {
  disk: Disk;
  image: Uint8Array;
  job?: OtaJob;
  drive?: Drive;
  clock?: FakeClock;
  /** Whether this version gets online. */
  connects?: (version: string) => boolean;
}

/** A board's firmware with a server that holds the job and answers every chunk request. */
export function createFirmwareWorld({ disk, image, job, connects = () => true, ...given }: WorldOptions) {
  const clock = given.clock ?? fakeClock();
  const drive = given.drive ?? driveWith({});
  const states: OtaState[] = [];
  const requests: number[] = [];
  const versions: string[] = [];
  let retained = job;
  let firmware: Firmware;
  let isAnswering = true;

  const send = (payload: OtaJob | string) =>
    firmware.job(new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload)));

  function start(): void {
    firmware = startFirmware({
      disk,
      clock,
      drive,
      hw: 'MNB-2',
      builtInVersion: OLD_VERSION,
      keys: [makerKeys.publicKey],
      sendState: (state) => states.push(state),
      sendRequest({ id, n }) {
        requests.push(n);
        const requester = firmware;
        if (!isAnswering || retained?.id !== id) return;
        const { chunk } = retained;
        queueMicrotask(() => requester.chunk(n, image.slice(n * chunk, (n + 1) * chunk)));
      },
      restart: () => queueMicrotask(restart),
    });
    versions.push(firmware.version);
    if (connects(firmware.version)) connect();
  }
  function restart(): void {
    firmware.stop();
    start();
  }
  function connect(): void {
    firmware.connected();
    if (retained) send(retained);
  }

  start();
  return {
    clock,
    drive,
    states,
    requests,
    /** Versions that ran, start after start. */
    versions,
    steps: () => states.map(({ st }) => st).filter((st, at, all) => st !== all[at - 1]),
    firmware: () => firmware,
    send(payload: OtaJob | string) {
      if (typeof payload !== 'string') retained = payload;
      send(payload);
    },
    restart,
    connect,
    answer(answers: boolean) {
      isAnswering = answers;
    },
    /** Resolves when the update is idle. */
    settle: () => clock.advance(400_000),
  };
}
