import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Release } from '@manoboard/domain/firmware-release';
import type { Db } from '../db/db.ts';
import { enrolBoard, giveDevice, insertPerson } from './demo.repo.ts';
import { DEMO_PASSWORD, demoBoards, demoPeople } from './demo-data.ts';
import { demoRelease, keepDemoMaker } from './demo-firmware.ts';

export interface Demo {
  emails: string[];
  password: string;
  /** IDs and secrets of the demo's boards, for the program that simulates them. */
  boardsFile: string;
  /** Whose firmware these boards take. */
  firmwareKeyFile: string;
}

interface Neighbours {
  db: Db;
  dataDir: string;
  boards: number;
  now: () => number;
  hashPassword: (password: string) => Promise<string>;
  hashSecret: (secret: string) => Buffer;
  keepRelease: (release: Release) => Promise<void>;
}

/** People and boards to try the product with; what is there already stays as people have left it. */
export async function seedDemo({
  db,
  dataDir,
  boards,
  now,
  hashPassword,
  hashSecret,
  keepRelease,
}: Neighbours): Promise<Demo> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const person of demoPeople) await insertPerson(db, person, passwordHash, new Date(now()));

  const credentials: object[] = [];
  for (const { idDev, fcId, fcType, alias, scenario, owner, delegate } of demoBoards(boards)) {
    const secret = randomBytes(24).toString('base64url');
    const { id, isNew } = await enrolBoard(db, { idDev, alias, secretHash: hashSecret(secret) });
    if (isNew) await giveDevice(db, id, owner, 'owner');
    if (isNew && delegate) await giveDevice(db, id, delegate, 'delegate');
    credentials.push({ id_dev: idDev, secret, fc_id: fcId, fc_type: fcType, scenario });
  }
  const boardsFile = join(dataDir, 'demo-boards.json');
  writeFileSync(boardsFile, JSON.stringify(credentials, null, 2), { mode: 0o600 });
  const { privateKey, publicKeyFile: firmwareKeyFile } = keepDemoMaker(dataDir);
  await keepRelease(demoRelease(privateKey));
  const emails = demoPeople.map(({ email }) => email);
  return { emails, password: DEMO_PASSWORD, boardsFile, firmwareKeyFile };
}
