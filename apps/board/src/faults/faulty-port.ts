import { gd10 } from '@manoboard/domain/fc/gd10';
import { exceptionName } from '@manoboard/domain/fc/profile';
import { DriveError } from '../drive/drive.ts';
import type { RegisterPort } from '../drive/register-port.ts';
import type { ActiveFaults } from './faults.ts';

interface Frozen {
  register: number;
  word: number | undefined;
}

const ILLEGAL_ADDRESS = 2;

/** Adds the faults between board and drive to the registers of any port, simulated or real. */
export function faultyPort(
  port: RegisterPort,
  active: Readonly<ActiveFaults>,
  hasControlPower: () => boolean = () => true,
): RegisterPort {
  let frozen: Frozen | undefined;

  function requireLink(): void {
    if (active.fc_link_loss || !hasControlPower())
      throw new DriveError('no_answer', 'The drive does not answer.');
  }

  function mustHold(address: number, count: number): void {
    const register = active.lost_register?.register ?? -1;
    if (register < address || register >= address + count) return;
    const name = exceptionName(gd10, ILLEGAL_ADDRESS);
    throw new DriveError('exception', `The drive refuses: ${name}.`, {
      code: ILLEGAL_ADDRESS,
      name,
      address,
    });
  }

  /** Value of the frozen register, captured at the first read after the fault began. */
  function freeze(address: number, words: number[]): number[] {
    const register = active.frozen_register?.register;
    if (register === undefined) frozen = undefined;
    else if (frozen?.register !== register) frozen = { register, word: undefined };
    const offset = frozen ? frozen.register - address : -1;
    const word = words[offset];
    if (!frozen || word === undefined) return words;
    frozen.word ??= word;
    return words.with(offset, frozen.word);
  }

  return {
    async read(address, count) {
      requireLink();
      mustHold(address, count);
      return freeze(address, await port.read(address, count));
    },
    async write(address, word) {
      requireLink();
      if (!active.ack_without_effect) await port.write(address, word);
    },
    close: () => port.close(),
  };
}
