import { gd10 } from '@manoboard/domain/fc/gd10';
import type { ExceptionName } from '@manoboard/domain/fc/profile';

/** A refusal of the drive with its exception code. */
export class RegisterException extends Error {
  readonly code: number;

  constructor(name: ExceptionName) {
    super(name);
    this.name = 'RegisterException';
    this.code = Number(Object.entries(gd10.exceptions).find(([, known]) => known === name)?.[0] ?? 4);
  }
}
