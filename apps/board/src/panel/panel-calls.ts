import { isParameterOf } from '@manoboard/domain/fc/address-label';
import { gd10 } from '@manoboard/domain/fc/gd10';
import { KEYPAD_KEYS } from '../drive/simulated/gd10-keypad.ts';
import { RegisterException } from '../drive/simulated/register-exception.ts';
import type { FaultSwitches } from '../faults/fault-switches.ts';
import { initialParams } from '../faults/fault-switches.ts';
import { FAULT_NAMES, type FaultName, faults, isFaultName, parametersOf } from '../faults/faults.ts';
import { parseFaultRequest } from './fault-request.ts';
import type { PanelBoard } from './panel-board.ts';

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const refuse = (status: number, error: string, headers?: Answer['headers']): Answer => ({
  status,
  body: { error },
  ...(headers && { headers }),
});

/** A fault in the API: its state, its numbers and their bounds. */
function showFault(switches: FaultSwitches, name: FaultName) {
  const { acts, sentence } = faults[name];
  const params = switches.active[name];
  return {
    name,
    acts,
    sentence,
    on: params !== undefined,
    params: params ?? initialParams(name),
    bounds: parametersOf(name),
  };
}

const showAll = (switches: FaultSwitches) => FAULT_NAMES.map((name) => showFault(switches, name));

const brief = ({ deviceId, scenario, faults: { active } }: PanelBoard) => ({
  id: deviceId,
  scenario,
  faults: Object.keys(active),
});

async function fullView(board: PanelBoard): Promise<Answer> {
  const { reads, truth, keypad } = await board.view();
  return ok({ ...brief(board), fc: reads.fc, reads: reads.d, truth, keypad, faults: showAll(board.faults) });
}

function switchFault(board: PanelBoard, name: FaultName, body: unknown): Answer {
  const answer = parseFaultRequest(name, body);
  if (!answer.ok) return refuse(422, answer.error);
  if (answer.operation.on) board.faults.on(name, answer.operation.params);
  else board.faults.off(name);
  return ok(showFault(board.faults, name));
}

export interface Call {
  method: string;
  path: string;
  /** Reads the body where one is required; throws `BodyError`. */
  readBody: () => Promise<unknown>;
}

async function faultCall(board: PanelBoard, name: string, { method, readBody }: Call): Promise<Answer> {
  if (!isFaultName(name)) return refuse(404, `There is no fault ${name}.`);
  if (method === 'PUT') return switchFault(board, name, await readBody());
  return ok(showFault(board.faults, name));
}

/** Presses a key of the converter's keypad once. */
function keyCall(board: PanelBoard, name: string): Answer {
  const key = KEYPAD_KEYS.find((known) => known === name);
  return key ? ok(board.press(key)) : refuse(404, `There is no key ${name}.`);
}

/** Changes a parameter, named as the keypad shows it: `PUT …/keypad/P01.20` with `{"word": 50}`. */
function parameterCall(board: PanelBoard, name: string, body: unknown): Answer {
  const parameter = gd10.registers.find(({ label }) => label === name);
  const word = (body as { word?: unknown } | null)?.word;
  if (!parameter || !isParameterOf(gd10.labels, parameter.address))
    return refuse(404, `There is no parameter ${name}.`);
  if (typeof word !== 'number' || !Number.isInteger(word) || word < 0 || word > 0xffff)
    return refuse(422, 'word must be a whole number from 0 to 65535.');
  try {
    board.set(parameter.address, word);
    return ok({ name, word });
  } catch (error) {
    if (error instanceof RegisterException) return refuse(409, `The converter refuses: ${error.message}.`);
    throw error;
  }
}

/**
 * `/boards`, `/boards/{id}`, `/boards/{id}/faults`, `/boards/{id}/faults/{name}` (PUT) and `/boards/{id}/keypad/{key}`
 * (POST presses a key, PUT changes a parameter).
 */
export async function answerCall(boards: ReadonlyMap<string, PanelBoard>, call: Call): Promise<Answer> {
  const [, root, id, what, name, ...rest] = call.path.split('/');
  const isKey = what === 'keypad' && name !== undefined;
  if (root !== 'boards' || rest.length > 0 || (what !== undefined && what !== 'faults' && !isKey))
    return refuse(404, 'There is nothing here.');
  const allowed = isKey ? ['POST', 'PUT'] : name === undefined ? ['GET'] : ['GET', 'PUT'];
  if (!allowed.includes(call.method))
    return refuse(405, `${call.method} is not possible here.`, { allow: allowed.join(', ') });
  if (id === undefined) return ok({ boards: [...boards.values()].map(brief) });
  const board = boards.get(id);
  if (!board) return refuse(404, `There is no board ${id}.`);
  if (what === undefined) return fullView(board);
  if (name === undefined) return ok({ faults: showAll(board.faults) });
  if (isKey && call.method === 'PUT') return parameterCall(board, name, await call.readBody());
  if (isKey) return keyCall(board, name);
  return faultCall(board, name, call);
}
