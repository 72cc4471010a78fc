import type { ExceptionName } from '@manoboard/contract/converter/profile-file';
import { gd10 } from '@manoboard/domain/fc/gd10';
import type { FcProfile } from '@manoboard/domain/fc/profile';

/** A refusal of the drive with its exception code. */
export class RegisterException extends Error {
  readonly code: number;

  constructor(name: ExceptionName, { exceptions }: Pick<FcProfile, 'exceptions'> = gd10) {
    super(name);
    this.name = 'RegisterException';
    this.code = Number(Object.entries(exceptions).find(([, known]) => known === name)?.[0] ?? 4);
  }
}
