import type { CfgReported, DeviceConfig } from '@manoboard/contract/device/device-config';
import { configSum } from '@manoboard/domain/device-config/sum';
import {
  appliedVersionAfter,
  needsHigherVersion,
  nextVersion,
} from '@manoboard/domain/device-config/version';
import { appendAudit } from '../../../audit-log/audit-log.ts';
import type { Core } from '../../../core.ts';
import { batchCalls } from '../../../db/batch-calls.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { lockDevice } from '../../../db/locks.ts';
import type { Board } from '../../../link/link.ts';
import type { Report } from './config-state.ts';
import {
  findDesired,
  findDesiredConfig,
  findReport,
  listPendingChanges,
  listReports,
  markAnswer,
  raiseVersion,
  upsertReport,
} from './device-config.repo.ts';

interface Needs extends Pick<Core, 'outbox' | 'now'> {
  /** Connections for messages of boards. */
  boards: Db;
  applied: (deviceKey: DeviceKey, of: Db) => Promise<DeviceConfig | undefined>;
  publishDesired: (board: Board) => Promise<void>;
}

const isSame = (
  {
    version,
    status,
    reason,
    field,
    reportedAt,
  }: Pick<Report, 'version' | 'status' | 'reason' | 'field' | 'reportedAt'>,
  { ver, st, ts, ...why }: CfgReported,
) =>
  version === ver &&
  status === st &&
  reason === (why.reason ?? null) &&
  field === (why.at ?? null) &&
  reportedAt.getTime() === ts * 1000;

/** R4.11: what boards report of their configuration. */
export function createConfigReports({ boards, outbox, now, applied, publishDesired }: Needs) {
  const findLastReport = batchCalls((deviceKeys: readonly DeviceKey[]) => listReports(boards, deviceKeys));

  /** Stores a report. True if the board passed over the newest configuration, which has to be sent again. */
  async function storeReport(tx: Db, { deviceKey, deviceId }: Board, report: CfgReported): Promise<boolean> {
    const { ver, st, ts, sum } = report;
    const known = await findReport(tx, deviceKey);
    if (known && isSame(known, report)) return false;
    const desiredConfig = await findDesiredConfig(tx, deviceKey, ver);
    const isOurs = desiredConfig !== undefined && (sum === undefined || sum === configSum(desiredConfig));
    const version = appliedVersionAfter(known?.appliedVersion ?? null, report, isOurs);
    const at = st === 'applied' ? new Date(ts * 1000) : (known?.appliedAt ?? null);
    await upsertReport(tx, deviceKey, report, { version, at: version === null ? null : at });
    if (isOurs) await markAnswer(tx, deviceKey, ver, st);
    const desired = await findDesired(tx, deviceKey);
    const isLost =
      desired && needsHigherVersion({ ...desired, isAnswered: desired.answer !== null }, report, isOurs);
    if (isLost) await raiseVersion(tx, deviceKey, desired.version, nextVersion(desired.version, ver));
    const inForce = { deviceId, config: await applied(deviceKey, tx) };
    await outbox.publish(tx, ['config', { deviceId }], ['configInForce', inForce]);
    if (isOurs) await endChanges(tx, deviceKey, report);
    else
      await appendAudit(tx, new Date(now()), { kind: 'foreign_config', deviceId, version: ver, status: st });
    return isLost ?? false;
  }

  /** R5.7b: the report ends the change of its version; older pending versions are superseded. */
  async function endChanges(tx: Db, deviceKey: DeviceKey, { ver, st, reason, at: field }: CfgReported) {
    const at = new Date(now());
    const why = [reason, field].filter(Boolean).join(' ') || null;
    for (const { version, changeId } of await listPendingChanges(tx, deviceKey, ver)) {
      const answer =
        st === 'applied' ? { status: 'done' as const } : { status: 'refused' as const, reason: why };
      const end = version === ver ? answer : { status: 'failed' as const, reason: 'superseded' };
      await appendAudit(tx, at, { kind: 'change_end', changeId, ...end });
    }
  }

  return async function receiveReport(board: Board, report: CfgReported): Promise<void> {
    const { deviceKey } = board;
    const known = await findLastReport(deviceKey);
    // Boards repeat their report at every birth: only a new one needs the lock.
    if (known && isSame(known, report)) return;
    const isLost = await outbox.transaction(boards, async (tx) => {
      await lockDevice(tx, deviceKey);
      return storeReport(tx, board, report);
    });
    if (isLost) await publishDesired(board);
  };
}
