import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { EventCode } from '@manoboard/contract/mqtt/event';
import { configChanges } from '@manoboard/domain/device-config/changes';
import type { Release } from '@manoboard/domain/firmware/release';
import { enterValues } from '@manoboard/domain/pump/pump-card';
import { DAY_MS } from '@manoboard/domain/time';
import { appendAudit } from '../audit-log/audit-log.ts';
import type { Db } from '../db/db.ts';
import type { DeviceKey } from '../db/device-key.ts';
import { hashPassword } from '../wings/auth/password.ts';
import { hashSecret } from '../wings/devices/devices.service.ts';
import { insertDesired } from '../wings/settings/config/device-config.repo.ts';
import { updatePlace } from '../wings/settings/place/place.repo.ts';
import { insertVersion } from '../wings/settings/pump-card/pump-card.repo.ts';
import { enrolBoard, getPersonId, insertAccess, insertPerson } from './demo.repo.ts';
import {
  DEMO_PASSWORD,
  demoBoards,
  demoClaims,
  demoPeople,
  demoPump,
  INSTALLER,
  type PastAlert,
} from './demo-data.ts';
import { demoRelease, loadDemoKeys } from './demo-firmware.ts';
import { insertAway, insertPastAlert, insertSwitchOff } from './demo-past.ts';

export interface Demo {
  emails: string[];
  password: string;
  /** Boards and the codes on their labels (R4.1). */
  claims: ReturnType<typeof demoClaims>;
  /** IDs and secrets of the demo's boards, for the program that simulates them. */
  boardsFile: string;
  /** Public key of the maker whose firmware these boards accept. */
  firmwareKeyFile: string;
}

interface Needs {
  db: Db;
  dataDir: string;
  boardsFile: string;
  boards: number;
  /** `DEMO_HISTORY_DAYS` */
  historyDays: number;
  now: () => number;
  keepRelease: (release: Release) => Promise<void>;
}

type Seeded = ReturnType<typeof demoBoards>[number] & { id: DeviceKey };

/** What `board past` simulates; times in Unix seconds. */
interface Past {
  from: number;
  to: number;
  faults: { fault: string; from: number; to: number }[];
}
interface Kept {
  secret?: string;
  past?: Past;
}

/** Boards keep their secrets over a restart of the server, so that running ones can reconnect; and the time of their past. */
function keptBoards(boardsFile: string): ReadonlyMap<string, Kept> {
  try {
    const boards: (Kept & { id_dev: string })[] = JSON.parse(readFileSync(boardsFile, 'utf8'));
    return new Map(boards.map((board) => [board.id_dev, board]));
  } catch {
    return new Map();
  }
}

/** Faults of the simulator behind the events of past alerts: the frames of that time show them. */
const CAUSES: Partial<Record<EventCode, string>> = { DRY_RUN: 'dry_run', FC_OFFLINE: 'fc_link_loss' };

function pastOf(alerts: readonly PastAlert[], days: number, nowMs: number): Past {
  const faults = alerts.flatMap(({ code, daysAgo, clearedAfterMin }) => {
    const from = Math.floor((nowMs - daysAgo * DAY_MS) / 1000);
    const fault = CAUSES[code];
    return fault === undefined ? [] : [{ fault, from, to: from + 60 * clearedAfterMin }];
  });
  return { from: (Math.floor(nowMs / DAY_MS - days) * DAY_MS) / 1000, to: Math.floor(nowMs / 1000), faults };
}

const OWNED_DAYS = 365;

/** The technician entered the pump before the simulated past, so that the flow of all of it is estimated. */
async function seedPumpCard(db: Db, { id, pumps }: Seeded, nowMs: number): Promise<void> {
  const createdAt = new Date(nowMs - OWNED_DAYS * DAY_MS);
  const origin = { source: 'person', at: Math.floor(createdAt.getTime() / 1000) } as const;
  const entered = enterValues({ values: {}, origins: {} }, demoPump(pumps), origin);
  const userId = await getPersonId(db, INSTALLER);
  await insertVersion(db, { deviceKey: id, version: 1, ...entered, userId, createdAt });
}

/** Gives a new board its owner, delegate, configuration and past. */
async function seedDevice(db: Db, board: Seeded, nowMs: number): Promise<void> {
  const { id, owner, delegate, config, past = [], scenario, switchedOffDaysAgo } = board;
  const ownerId = owner === undefined ? undefined : await getPersonId(db, owner);
  if (ownerId !== undefined)
    // R4.3c: the tenure of the owner begins before the past alerts.
    await insertAccess(db, id, ownerId, new Date(nowMs - OWNED_DAYS * DAY_MS));
  if (ownerId !== undefined && delegate) {
    const expiresAt = delegate.days === undefined ? null : new Date(nowMs + delegate.days * DAY_MS);
    const personId = await getPersonId(db, delegate.to);
    await insertAccess(db, id, personId, new Date(nowMs), { grantedBy: ownerId, expiresAt });
    await appendAudit(db, new Date(nowMs), {
      deviceKey: id,
      kind: 'access',
      action: 'granted',
      personId,
      by: { userId: ownerId, role: 'owner' },
      fields: [{ field: 'expires_at', old: null, new: expiresAt && Math.floor(expiresAt.getTime() / 1000) }],
    });
  }
  if (board.place) await updatePlace(db, id, board.place);
  if (config) {
    const userId = await getPersonId(db, INSTALLER);
    const createdAt = new Date(nowMs);
    const changeId = await appendAudit(db, createdAt, {
      deviceKey: id,
      kind: 'config',
      action: 'changed',
      status: 'pending',
      by: { userId, role: 'Technician' },
      fields: configChanges({}, config),
    });
    await insertDesired(db, { deviceKey: id, version: 1, config, userId, createdAt, changeId });
  }
  for (const alert of past) await insertPastAlert(db, board, alert, nowMs);
  if (ownerId !== undefined && switchedOffDaysAgo !== undefined)
    await insertSwitchOff(db, board, ownerId, new Date(nowMs - switchedOffDaysAgo * DAY_MS));
  if (scenario) await seedPumpCard(db, board, nowMs);
  else await insertAway(db, board, nowMs);
}

/** Seeds the users and boards of the demo. Rows that exist stay as users have changed them. */
export async function seedDemo({
  db,
  dataDir,
  boardsFile,
  boards,
  historyDays,
  now,
  keepRelease,
}: Needs): Promise<Demo> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const person of demoPeople) await insertPerson(db, person, passwordHash, new Date(now()));

  const known = keptBoards(boardsFile);
  const credentials: object[] = [];
  for (const board of demoBoards(boards)) {
    const { deviceId, fcId, fcType, alias = null, scenario, claimCode } = board;
    const kept = known.get(deviceId);
    const secret = kept?.secret ?? randomBytes(24).toString('base64url');
    const nowMs = now();
    const isFirst = await db.transaction().execute(async (tx) => {
      const hashes = { secretHash: hashSecret(secret), claimHash: hashSecret(claimCode) };
      const { id, isNew } = await enrolBoard(tx, { deviceId, alias, ...hashes });
      if (isNew) await seedDevice(tx, { ...board, id }, nowMs);
      return isNew;
    });
    if (!scenario) continue;
    const past = isFirst && historyDays > 0 ? pastOf(board.past ?? [], historyDays, nowMs) : kept?.past;
    credentials.push({ id_dev: deviceId, secret, fc_id: fcId, fc_type: fcType, scenario, past });
  }
  writeFileSync(boardsFile, JSON.stringify(credentials, null, 2), { mode: 0o600 });
  const { privateKey, publicKeyFile: firmwareKeyFile } = loadDemoKeys(dataDir);
  await keepRelease(demoRelease(privateKey));
  const emails = demoPeople.map(({ email }) => email);
  return { emails, password: DEMO_PASSWORD, claims: demoClaims(boards), boardsFile, firmwareKeyFile };
}
