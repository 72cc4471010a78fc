import { wordAt } from '../modbus/bytes.ts';
import { encodeException, encodeWords, FunctionCode, type Pdu } from '../modbus/pdu.ts';
import { RegisterException } from './register-exception.ts';
import type { RegisterBank } from './simulated-gd10.ts';

/** Each of the three requests is a function code and two words. */
const REQUEST_LENGTH = 5;
const RETURN_QUERY = 0;

function obey(bank: RegisterBank, pdu: Pdu): Pdu {
  const [functionCode, first, second] = [pdu[0], wordAt(pdu, 1), wordAt(pdu, 3)];
  if (functionCode === FunctionCode.readRegisters) return encodeWords(bank.read(first, second));
  if (functionCode === FunctionCode.writeRegister) bank.write(first, second);
  else if (first !== RETURN_QUERY) throw new RegisterException('illegal_value');
  return pdu;
}

const isKnown = (functionCode: number) => Object.values<number>(FunctionCode).includes(functionCode);

/** Answers a request as a GD10 does: it supports 03, 06 and 08, and each refusal has its own code. */
export function answerRequest(bank: RegisterBank, pdu: Pdu): Pdu {
  const functionCode = pdu[0] ?? 0;
  try {
    if (!isKnown(functionCode)) throw new RegisterException('illegal_function');
    if (pdu.length !== REQUEST_LENGTH) throw new RegisterException('illegal_value');
    return obey(bank, pdu);
  } catch (error) {
    if (!(error instanceof RegisterException)) throw error;
    return encodeException(functionCode, error.code);
  }
}
