import { exceptionName, type FcProfile } from '@manoboard/domain/fc/profile';
import { DriveError, isTemporary } from '../drive.ts';
import type { RegisterPort, WriteTerms } from '../register-port.ts';
import { type Exchange, LineError } from './exchange.ts';
import { FunctionCode, type Request } from './pdu.ts';

/** After three misses the drive's values are stale (`domain.md` 2.4). */
const ATTEMPTS = 3;

/** Exceptions of a gateway (no path to the drive, or no answer from it), never of the drive itself. */
const GATEWAY_CODES = [0x0a, 0x0b];

/** Registers of a drive behind a line: sequential requests, retries after a miss or a temporary exception. */
export function createModbusPort(exchange: Exchange, profile: FcProfile): RegisterPort {
  let last: Promise<unknown> = Promise.resolve();
  let isSilent = false;

  async function attempt(request: Request, notAfterMs?: number): Promise<number[]> {
    const answer = await exchange.send(request, notAfterMs);
    if ('words' in answer) return answer.words;
    const { exceptionCode: code } = answer;
    if (GATEWAY_CODES.includes(code))
      throw new LineError('no_answer', 'The gateway gets no answer from the drive.');
    const name = exceptionName(profile, code);
    throw new DriveError('exception', `The drive refuses: ${name}.`, {
      code,
      name,
      address: request.address,
    });
  }

  async function persist(request: Request, terms: WriteTerms): Promise<number[]> {
    const { notAfterMs, isOnce = false, isOverridden } = terms;
    // A stop that is requested later waits behind this request.
    if (isOverridden?.()) throw new DriveError('overridden', 'A stop came after this start.');
    // A drive that was just silent gets one attempt, so that queued requests do not wait for its retries.
    for (let left = isSilent || isOnce ? 1 : ATTEMPTS; ; left--) {
      try {
        const words = await attempt(request, notAfterMs);
        isSilent = false;
        return words;
      } catch (error) {
        if (!(error instanceof LineError)) {
          isSilent = false;
          if (left > 1 && isTemporary(error)) continue;
          throw error;
        }
        if (left > 1 && error.reason !== 'too_late') continue;
        isSilent ||= error.reason !== 'too_late';
        throw new DriveError(error.reason, error.message);
      }
    }
  }

  function queue(request: Request, terms: WriteTerms = {}): Promise<number[]> {
    const answer = last.then(() => persist(request, terms));
    last = answer.catch(() => undefined);
    return answer;
  }

  return {
    read: (address, count) => queue({ kind: 'read', address, count, functionCode: profile.line.read }),
    async write(address, word, terms) {
      const isMany = profile.line.write === FunctionCode.writeRegisters;
      await queue(
        isMany ? { kind: 'writeMany', address, words: [word] } : { kind: 'write', address, word },
        terms,
      );
    },
    async writeMany(address, words, terms) {
      await queue({ kind: 'writeMany', address, words }, terms);
    },
    async close() {
      await last;
      await exchange.close();
    },
  };
}
