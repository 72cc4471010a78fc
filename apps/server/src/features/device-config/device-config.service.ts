import { MAX_JSON_BYTES } from '@manoboard/contract/mqtt/topics';
import type { CfgReported, DeviceConfig } from '@manoboard/contract/nouns/device-config';
import type { ConfigState, NewConfig } from '@manoboard/contract/nouns/device-config-state';
import { actsAs } from '@manoboard/domain/access/policy';
import { isInTenure } from '@manoboard/domain/access/tenure';
import { configChanges } from '@manoboard/domain/device-config/changes';
import { configSum } from '@manoboard/domain/device-config/sum';
import {
  appliedAfter,
  configInForce,
  configStateOf,
  isPassedOver,
  MOST_VERSION,
  nextVersion,
} from '@manoboard/domain/device-config/version';
import { appendAudit } from '../../audit-log/audit.service.ts';
import { endChange, recordChange } from '../../audit-log/changes.ts';
import { batchCalls } from '../../db/batch-calls.ts';
import type { Db } from '../../db/db.ts';
import { lockDevice } from '../../db/locks.ts';
import type { Events } from '../../events.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Board, Link } from '../../link/link.ts';
import type { Logger } from '../../log.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import {
  findReport,
  findWish,
  findWished,
  insertWish,
  listInForce,
  listPendingChanges,
  listReports,
  listWishes,
  markAnswer,
  raiseVersion,
  upsertReport,
} from './device-config.repo.ts';

interface Neighbours {
  db: Db;
  /** For what boards say, and for what they are told when they come. */
  boards: Db;
  events: Pick<Events, 'emit'>;
  outbox: Outbox;
  log: Logger;
  now: () => number;
  send: Link['send'];
  /** R5.10: throws while the device has a lock-out tag. */
  refuseLockedOut: (tx: Db, deviceKey: number) => Promise<void>;
}

const toWire = (ver: number, cfg: DeviceConfig) => ({ v: 1, ver, cfg }) as const;

/** Whatever version it may get one day. */
const isTooLarge = (config: DeviceConfig) =>
  Buffer.byteLength(JSON.stringify(toWire(MOST_VERSION, config))) > MAX_JSON_BYTES;

/** R4.11: wished by people, applied when the board says so. */
export function createConfig({ db, boards, events, outbox, log, now, send, refuseLockedOut }: Neighbours) {
  const findNewestWish = batchCalls((deviceIds: readonly number[]) => listWishes(boards, deviceIds));
  const findLastReport = batchCalls((deviceIds: readonly number[]) => listReports(boards, deviceIds));

  const locked = <T>(of: Db, deviceId: number, act: (tx: Db) => Promise<T>): Promise<T> =>
    outbox.transaction(of, async (tx) => {
      await lockDevice(tx, deviceId);
      return act(tx);
    });

  async function stateOf({
    deviceId,
    visibleFromS,
  }: Pick<AllowedDevice, 'deviceId' | 'visibleFromS'>): Promise<ConfigState> {
    const [wish, report] = await Promise.all([findWish(db, deviceId), findReport(db, deviceId)]);
    const version = wish?.version ?? 0;
    const reported = report ? toReported(report) : null;
    return {
      version,
      desired: wish?.config ?? {},
      changed_at: wish ? seconds(wish.createdAt) : null,
      // R4.3c: what is wished is a fact about the pump, who wished it in a former tenure is not.
      changed_by: wish && isInTenure(wish.createdAt.getTime() / 1000, visibleFromS) ? wish.changedBy : null,
      state: configStateOf(version, reported, report?.appliedVersion ?? null),
      reported,
      applied: report ? toApplied(report) : null,
    };
  }

  /** The newest wish, for a board that may have missed it: what fails here is said again at the next birth. */
  async function tell({ deviceId, idDev }: Board): Promise<void> {
    try {
      const wish = await findNewestWish(deviceId);
      if (wish) await send('cfg/desired', idDev, toWire(wish.version, wish.config));
    } catch (err) {
      log.warn({ err, board: idDev }, 'a configuration could not be sent');
    }
  }

  async function applied(deviceId: number, of: Db = db): Promise<DeviceConfig | undefined> {
    const report = await findReport(of, deviceId);
    return configInForce(report?.version ?? null, report?.appliedConfig ?? null);
  }

  /** Stores a report. True if the board passed over the newest configuration, which has to be sent again. */
  async function storeReport(tx: Db, { deviceId, idDev }: Board, report: CfgReported): Promise<boolean> {
    const { ver, st, ts, sum } = report;
    const known = await findReport(tx, deviceId);
    if (known && isSame(known, report)) return false;
    const wished = await findWished(tx, deviceId, ver);
    const isOurs = wished !== undefined && (sum === undefined || sum === configSum(wished));
    const version = appliedAfter(known?.appliedVersion ?? null, report, isOurs);
    const at = st === 'applied' ? new Date(ts * 1000) : (known?.appliedAt ?? null);
    await upsertReport(tx, deviceId, report, { version, at: version === null ? null : at });
    if (isOurs) await markAnswer(tx, deviceId, ver, st);
    const wish = await findWish(tx, deviceId);
    const isLost = wish && isPassedOver({ ...wish, isAnswered: wish.answer !== null }, report, isOurs);
    if (isLost) await raiseVersion(tx, deviceId, wish.version, nextVersion(wish.version, ver));
    const inForce = { idDev, config: await applied(deviceId, tx) };
    await outbox.publish(tx, ['config', { deviceId: idDev }], ['configInForce', inForce]);
    if (isOurs) await endChanges(tx, deviceId, report);
    else {
      const told = { device: idDev, version: ver, status: st, is_ours: false };
      await appendAudit(tx, new Date(now()), [{ event: 'ended', config: told }]);
    }
    return isLost ?? false;
  }

  /** R5.7b: the change of this version ends with the board's answer; older ones that it passed over can no longer apply. */
  async function endChanges(tx: Db, deviceId: number, { ver, st, reason, at: field }: CfgReported) {
    const at = new Date(now());
    const why = [reason, field].filter(Boolean).join(' ') || null;
    for (const { version, changeId } of await listPendingChanges(tx, deviceId, ver)) {
      const answer =
        st === 'applied' ? { status: 'done' as const } : { status: 'refused' as const, reason: why };
      const end = version === ver ? answer : { status: 'failed' as const, reason: 'superseded' };
      await endChange(tx, at, changeId, end);
    }
  }

  /** What the next wish changes: what was wished last, or what is in force if the board refused that. */
  const baseOf = (
    wish: Awaited<ReturnType<typeof findWish>>,
    report: Awaited<ReturnType<typeof findReport>>,
  ): DeviceConfig => (wish?.answer === 'rejected' ? report?.appliedConfig : wish?.config) ?? {};

  return {
    stateOf,
    tell,

    /** The lock makes two people at once one after the other, and the second has not seen what the first wished. */
    async wish(
      user: SessionUser,
      board: AllowedDevice,
      { version, config }: NewConfig,
    ): Promise<ConfigState> {
      const { deviceId, idDev, relation } = board;
      if (isTooLarge(config)) throw new ProblemError('CONFIG_TOO_LARGE');
      await locked(db, deviceId, async (tx) => {
        await refuseLockedOut(tx, deviceId);
        const known = await findWish(tx, deviceId);
        const newest = known?.version ?? 0;
        if (newest !== version) throw new ProblemError('CONFIG_VERSION_STALE');
        const report = await findReport(tx, deviceId);
        const next = nextVersion(newest, report?.version);
        const createdAt = new Date(now());
        await outbox.publish(tx, ['config', { deviceId: idDev }]);
        const changeId = await recordChange(tx, createdAt, {
          deviceKey: deviceId,
          kind: 'config',
          action: 'changed',
          by: { userId: user.id, role: actsAs('configure', user.roles, relation) },
          fields: configChanges(baseOf(known, report), config),
          status: 'pending',
        });
        await insertWish(tx, {
          ...{ deviceId, version: next, config, userId: user.id, createdAt, changeId },
        });
      });
      await tell(board);
      return stateOf(board);
    },

    async receiveReport(board: Board, report: CfgReported): Promise<void> {
      const { deviceId } = board;
      const known = await findLastReport(deviceId);
      // Boards repeat their report at every birth: only a new one needs the lock.
      if (known && isSame(known, report)) return;
      const isLost = await locked(boards, deviceId, (tx) => storeReport(tx, board, report));
      if (isLost) await tell(board);
    },

    applied,

    /** Emits what boards had applied before this start. */
    async start(): Promise<void> {
      for (const inForce of await listInForce(db)) events.emit('configInForce', inForce);
    },
  };
}
export type Config = ReturnType<typeof createConfig>;

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

type Report = NonNullable<Awaited<ReturnType<typeof findReport>>>;

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

const toReported = ({ version, status, reason, field, reportedAt }: Report): ConfigState['reported'] => ({
  ver: version,
  st: status,
  ...(reason && { reason }),
  ...(field && { at: field }),
  ts: seconds(reportedAt),
});

const toApplied = ({ appliedVersion, appliedConfig, appliedAt }: Report): ConfigState['applied'] =>
  appliedVersion !== null && appliedConfig && appliedAt
    ? { version: appliedVersion, config: appliedConfig, ts: seconds(appliedAt) }
    : null;
