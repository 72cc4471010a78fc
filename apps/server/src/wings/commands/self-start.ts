import type { SelfStart } from '@manoboard/contract/device/self-start';
import { selfStartsAt } from '@manoboard/domain/fc/self-start';
import { HOUR_S } from '@manoboard/domain/time';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import type { ConvertersWing } from '../converters/index.ts';
import { getConverter, listWords } from './register-word.repo.ts';

/** Parameters are read once an hour. An older word does not show that nobody has changed it at the keypad since. */
const FRESH_S = 3 * HOUR_S;

/** By which parameters the converter of a device starts by itself. Empty: nobody knows which ones decide. */
export async function readSelfStarts(
  db: Db,
  deviceKey: DeviceKey,
  nowS: number,
  profileOf: ConvertersWing['profileOf'],
): Promise<SelfStart[]> {
  const converter = await getConverter(db, deviceKey);
  const profile = converter.fcType === null ? undefined : await profileOf(db, converter);
  if (!profile || profile.selfStarts.length === 0) return [];
  const words = await listWords(db, deviceKey, converter.fcId ?? '');
  return selfStartsAt(profile, words).map(({ after, label, register, value, isOn }) => {
    const read = words.find(({ address }) => address === register?.address);
    const ts = read ? Math.floor(read.readAt.getTime() / 1000) : null;
    const isOld = ts !== null && nowS - ts > FRESH_S;
    return {
      after,
      label,
      address: register?.address ?? null,
      value: value ?? null,
      is_on: isOn === false && isOld ? null : (isOn ?? null),
      ts,
    };
  });
}
