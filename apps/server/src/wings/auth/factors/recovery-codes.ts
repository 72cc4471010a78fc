import { createHash } from 'node:crypto';
import { RECOVERY_CODES } from '@manoboard/domain/access/second-factor';
import { newCode } from '../../../base/random-code.ts';

/** A code has 60 random bits, so a plain hash protects it; the user is part of it, so that equal codes differ. */
export const hashRecoveryCode = (userId: number, code: string) =>
  createHash('sha256').update(`${userId} ${code}`).digest();

export const newRecoveryCodes = () => Array.from({ length: RECOVERY_CODES }, newCode);
