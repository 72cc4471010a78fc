import { type AddDevice, readAddDevice } from '@manoboard/contract/device/device-access';
import type { BoardLabel, FoundBoard } from '@manoboard/contract/device/found-board';
import { pumpLook } from '@manoboard/domain/pump/pump-look';
import { waterState } from '@manoboard/domain/pump/water-state';
import { freshness } from '@manoboard/domain/telemetry/freshness';
import type { Core } from '../../core.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { TelemetryWing } from '../telemetry/index.ts';
import { findClaim } from './access.repo.ts';
import { isCode } from './ownership.service.ts';

/**
 * R4.1: shows a new board to who holds its label, before they have an account. Strangers learn nothing: an unknown ID, a
 * board without a code and a wrong code have one answer, and a board with an owner shows none of its values.
 */
export function createLabels(
  { db, now, presence, tries }: Pick<Core, 'db' | 'now' | 'presence' | 'tries'>,
  { lastData }: Pick<TelemetryWing, 'lastData'>,
) {
  const guesses = tries('guessesOfACode');

  return async function find(label: BoardLabel, client: string): Promise<FoundBoard> {
    const { deviceId, code } = readAddDevice(label satisfies AddDevice);
    // By client: a limit of the board would let strangers lock out its owner, and 60 bits need none.
    if (!guesses.take(client)) throw new ProblemError('TOO_MANY_REQUESTS');
    const device = await findClaim(db, deviceId);
    if (!device?.claimHash || code === undefined || !isCode(code, device.claimHash))
      throw new ProblemError('LABEL_UNKNOWN');
    // A page that waits for a board asks every few seconds.
    guesses.forgive(client);
    if (device.hasOwner) throw new ProblemError('DEVICE_HAS_OWNER');
    const nowS = now() / 1000;
    const isOnline = presence.isOnline(deviceId);
    const last = lastData(deviceId);
    const isMeasured = isOnline && last && freshness(last, 'pressure', true, nowS) === 'live';
    return {
      id_dev: deviceId,
      is_online: isOnline,
      pressure_bar: isMeasured ? (last.data.pressure ?? null) : null,
      water: waterState({ last, look: pumpLook(last, isOnline, nowS), nowS }),
    };
  };
}
export type FindByLabel = ReturnType<typeof createLabels>;
