import { wordAt } from '../modbus/bytes.ts';
import { encodeException, encodeWords, FunctionCode, type Pdu } from '../modbus/pdu.ts';
import { RegisterException } from './register-exception.ts';
import type { RegisterBank } from './simulated-gd10.ts';

/** A request with a function code and two words. */
const SHORT_LENGTH = 5;
/** Function, address, number of words and number of bytes before the words of function 16. */
const LONG_HEAD = 6;
const RETURN_QUERY = 0;

/** A GD10 supports 03, 06 and 08 (`domain.md` 1). */
const GD10_FUNCTIONS: readonly number[] = [
  FunctionCode.readRegisters,
  FunctionCode.writeRegister,
  FunctionCode.diagnostics,
];

function writeMany(bank: RegisterBank, pdu: Pdu): Pdu {
  const [address, count] = [wordAt(pdu, 1), wordAt(pdu, 3)];
  const isWhole = count > 0 && pdu[5] === 2 * count && pdu.length === LONG_HEAD + 2 * count;
  if (!isWhole) throw new RegisterException('illegal_value');
  const words = Array.from({ length: count }, (_, at) => wordAt(pdu, LONG_HEAD + 2 * at));
  if (bank.writeMany) bank.writeMany(address, words);
  else for (const [at, word] of words.entries()) bank.write(address + at, word);
  return pdu.slice(0, SHORT_LENGTH);
}

function obey(bank: RegisterBank, pdu: Pdu): Pdu {
  const [functionCode = 0, first, second] = [pdu[0], wordAt(pdu, 1), wordAt(pdu, 3)];
  if (functionCode === FunctionCode.writeRegisters) return writeMany(bank, pdu);
  if (pdu.length !== SHORT_LENGTH) throw new RegisterException('illegal_value');
  if (functionCode === FunctionCode.readRegisters || functionCode === FunctionCode.readInputs)
    return encodeWords(bank.read(first, second), functionCode);
  if (functionCode === FunctionCode.writeRegister) bank.write(first, second);
  else if (first !== RETURN_QUERY) throw new RegisterException('illegal_value');
  return pdu;
}

/** Answers a request as the drive does: each refusal has its own code. */
export function answerRequest(bank: RegisterBank, pdu: Pdu): Pdu {
  const functionCode = pdu[0] ?? 0;
  try {
    if (!(bank.functions ?? GD10_FUNCTIONS).includes(functionCode))
      throw new RegisterException('illegal_function');
    return obey(bank, pdu);
  } catch (error) {
    if (!(error instanceof RegisterException)) throw error;
    return encodeException(functionCode, error.code);
  }
}
