import { readFileSync } from 'node:fs';
import { DeviceId } from '@manoboard/contract/text';
import { type FaultName, isFaultName } from './faults/faults.ts';
import { fileErrorReason, Refusal } from './refusal.ts';
import { isScenarioName, type ScenarioName, scenarios } from './scenario.ts';

/** Identity and secret of a board, and the scenario of its simulated house. */
export interface Credentials {
  deviceId: string;
  secret: string;
  /** The secret before, until the server has accepted the other. */
  former: string | undefined;
  fcId: string;
  fcType: string;
  scenario: ScenarioName;
  /** The time before the first start that `board past` simulates; times in Unix seconds. */
  past: Past | undefined;
}

export interface Past {
  from: number;
  to: number;
  faults: readonly { fault: FaultName; from: number; to: number }[];
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Refusal(`The file ${file} cannot be read (${fileErrorReason(error)}).`);
  }
}

function idOf(value: unknown, name: string, where: string): string {
  const id = DeviceId.safeParse(value);
  if (id.success) return id.data;
  throw new Refusal(`${where}: ${name} must be an ID like MNB-00A1B2, but it is ${JSON.stringify(value)}.`);
}

function textOf(value: unknown, name: string, where: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Refusal(`${where}: ${name} must be a text that is not empty.`);
}

export function scenarioOf(value: unknown, where: string): ScenarioName {
  if (isScenarioName(value)) return value;
  const known = Object.keys(scenarios).join(', ');
  throw new Refusal(`${where}: scenario must be one of ${known}, but it is ${JSON.stringify(value)}.`);
}

const isSpan = ({ from, to }: Record<string, unknown>) => Number.isInteger(from) && Number.isInteger(to);

function pastOf(value: unknown, where: string): Past | undefined {
  if (value === undefined) return undefined;
  const { from, to, faults = [] } = Object(value);
  const rows: unknown[] = Array.isArray(faults) ? faults : [undefined];
  const isFault = (row: unknown) => isSpan(Object(row)) && isFaultName(Object(row).fault);
  if (isSpan({ from, to }) && rows.every(isFault)) return { from, to, faults };
  throw new Refusal(`${where}: past must have from, to and known faults.`);
}

/** By default the converter has the serial number of its board. */
const fcIdOf = (deviceId: string) => deviceId.replace(/^[A-Z]+-/, 'FC-');

/** Parses one board from untyped values; error messages never contain the secret. */
export function toCredentials(row: Record<string, unknown>, where: string): Credentials {
  const deviceId = idOf(row.id_dev, 'id_dev', where);
  return {
    deviceId,
    secret: textOf(row.secret, 'secret', where),
    former: row.former === undefined ? undefined : textOf(row.former, 'former', where),
    fcId: idOf(row.fc_id ?? fcIdOf(deviceId), 'fc_id', where),
    fcType: textOf(row.fc_type ?? 'GD10', 'fc_type', where),
    scenario: scenarioOf(row.scenario ?? 'household', where),
    past: pastOf(row.past, where),
  };
}

export function readCredentials(file: string): Credentials[] {
  let rows: unknown;
  try {
    rows = JSON.parse(readText(file));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`The file ${file} is not JSON.`);
  }
  if (!Array.isArray(rows) || rows.length === 0) throw new Refusal(`The file ${file} lists no boards.`);
  const boards = rows.map((row: unknown, index) =>
    toCredentials({ ...Object(row) }, `${file}, board ${index + 1}`),
  );
  const twice = boards.find(
    ({ deviceId }, index) => boards.findIndex((other) => other.deviceId === deviceId) !== index,
  );
  if (twice) throw new Refusal(`The file ${file} lists ${twice.deviceId} twice.`);
  return boards;
}
