import { isReadable, refuseRegisterWrite } from '@manoboard/domain/fc/profile';
import type { Deadline, Drive } from '../drive/drive.ts';
import { type CmdOf, done, driveFailure, refused, type Verdict } from './commands-verdict.ts';

/** The map of this drive; a drive of another type than configured has none. */
const profileOf = ({ profile }: Drive, fcType: string) => (profile.fcType === fcType ? profile : undefined);

/** Requests only registers in the map of this drive; a type without a map has no registers. */
export async function readRegisters(
  { reg, n }: CmdOf<'reg_read'>,
  drive: Drive,
  fcType: string,
): Promise<Verdict> {
  const profile = profileOf(drive, fcType);
  if (!profile || !isReadable(profile, reg, n)) return refused('not_allowed', { reg });
  try {
    return done({ reg, val: await drive.readRegisters(reg, n) });
  } catch (error) {
    return driveFailure(error, reg);
  }
}

/**
 * Writes one allow-listed register, then reads it back. `refuseLate` is checked again after the old value is read,
 * since that read may take long.
 */
export async function writeRegister(
  { reg, val, ram = false, expect }: CmdOf<'reg_write'>,
  drive: Drive,
  fcType: string,
  { refuseLate, deadline }: { refuseLate: () => Verdict | undefined; deadline: Deadline },
): Promise<Verdict> {
  const profile = profileOf(drive, fcType);
  if (!profile) return refused('not_allowed', { reg });
  const refusal = refuseRegisterWrite(profile, { address: reg, word: val, isRam: ram });
  if (refusal) return refused(refusal, { reg });
  try {
    const old = isReadable(profile, reg, 1) ? (await drive.readRegisters(reg, 1))[0] : undefined;
    // The value changed since the sender read it.
    if (expect !== undefined && old !== expect) return refused('busy', { reg, val: old });
    const late = refuseLate();
    if (late) return late;
    const stands = await drive.writeRegister(reg, val, { ...deadline, isRam: ram });
    return stands === val ? done({ reg, val, old }) : { st: 'failed', d: { reg, val: stands } };
  } catch (error) {
    return driveFailure(error, reg);
  }
}
