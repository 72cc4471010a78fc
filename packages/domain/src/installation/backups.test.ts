import { expect, it } from 'vitest';
import {
  abandonedParts,
  backupCommand,
  backupName,
  expiredBackups,
  isBackupDue,
  isBackupOverdue,
  isCheckDue,
} from './backups.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 16, 2, 50, 7);

it('the name of a backup has its time in UTC', () =>
  expect([backupName(NOW), backupName(NOW, true)]).toEqual([
    'manoboard-20261116T025007Z.tar.gz',
    'manoboard-20261116T025007Z.tar.gz.age',
  ]));

it.each([
  ['without an earlier one', undefined, 24, true],
  ['after a day', 24, 24, true],
  ['half an hour early, since the job runs once an hour', 23.5, 24, true],
  ['not an hour early', 23, 24, false],
  ['every hour', 1, 1, true],
])('a backup is due %s', (_when, hoursAgo, everyHours, isDue) =>
  expect(isBackupDue(NOW, hoursAgo === undefined ? undefined : NOW - hoursAgo * HOUR, everyHours)).toBe(
    isDue,
  ),
);

it('a backup is overdue when two in a row are missing', () => {
  expect(isBackupOverdue(NOW, NOW - 48 * HOUR, 24)).toBe(false);
  expect(isBackupOverdue(NOW, NOW - 48 * HOUR - 1, 24)).toBe(true);
});

it('rotation keeps the newest backups and never names another file', () => {
  const days = [3, 1, 2, 4].map((day) => backupName(NOW + day * 24 * HOUR));
  const others = ['notes.txt', 'manoboard-before-upgrade.tar.gz', `${backupName(NOW)}.part`];
  expect(expiredBackups([...days, ...others], 2)).toEqual(
    [1, 2].map((day) => backupName(NOW + day * 24 * HOUR)),
  );
  expect(expiredBackups(days, 10)).toEqual([]);
});

it('partial files of a backup are recognised by their name', () =>
  expect(abandonedParts([`${backupName(NOW)}.part`, 'film.part', backupName(NOW)])).toEqual([
    `${backupName(NOW)}.part`,
  ]));

it.each([
  ['half a day after it was written', 12, 24, true],
  ['not earlier', 11, 24, false],
  ['before the next one replaces it', 1, 2, true],
])('a backup is checked again %s', (_when, hoursAgo, everyHours, isDue) =>
  expect(isCheckDue(NOW, NOW - hoursAgo * HOUR, everyHours)).toBe(isDue),
);

it.each([
  ['restic backup {}', ['restic', 'backup', '/b a/$x;y']],
  ['rclone  copyto {} remote:{}', ['rclone', 'copyto', '/b a/$x;y', 'remote:/b a/$x;y']],
  ['/usr/local/bin/copy-away', ['/usr/local/bin/copy-away', '/b a/$x;y']],
])('the command %s gets the path as one argument, without a shell', (setting, expected) => {
  const { program, args } = backupCommand(setting, '/b a/$x;y');
  expect([program, ...args]).toEqual(expected);
});
