import {
  type CommissioningFigures,
  type CommissioningList,
  type CommissioningStep,
  CommissioningStepName,
  isRecordedStep,
  type StepEntry,
} from '@manoboard/contract/device/commissioning';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import type { SelfStart } from '@manoboard/contract/device/self-start';
import type { CsvQuery } from '@manoboard/contract/http/query';
import { actingRole } from '@manoboard/domain/access/policy';
import { judgeStep, measuredValues } from '@manoboard/domain/pump/commissioning';
import type { CsvReader } from '../../../base/csv.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { lockCommissioningNumbers, lockDevice } from '../../../db/locks.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import {
  type CommissioningRow,
  deleteOpen,
  findOpenOf,
  insertRow,
  listOf,
  markFinished,
} from './commissioning.repo.ts';
import { commissioningCsv } from './commissioning-csv.ts';
import { createRecords, type RecordNeeds, summaryOf } from './commissioning-records.ts';
import type { FastFrames } from './fast-frames.ts';

interface Needs extends RecordNeeds {
  isOnline: (deviceId: string) => boolean;
  publishConfig: (board: AllowedDevice) => Promise<void>;
  /** R5.10: throws while the device has a lock-out tag. */
  refuseLockedOut: (tx: Db, deviceKey: DeviceKey, user: SessionUser) => Promise<void>;
  fastFrames: FastFrames;
  selfStartsOf: (deviceKey: DeviceKey) => Promise<SelfStart[]>;
  csvReaderOf: (user: SessionUser) => Promise<CsvReader>;
}

const OPEN: Omit<CommissioningStep, 'name'> = {
  status: 'open',
  started_at: null,
  ended_at: null,
  reason: null,
  result: null,
  points: [],
};
const newSteps = () => CommissioningStepName.options.map((name): CommissioningStep => ({ ...OPEN, name }));

const isComplete = ({ steps }: CommissioningRow) =>
  steps.every(({ status }) => status === 'done' || status === 'skipped');

/** Results come from stored frames, never from the browser. */
function createJudge(
  { db, now, selfStartsOf }: Needs,
  { cardOf, pointsOf }: ReturnType<typeof createRecords>,
) {
  /** The card with what earlier steps have measured. */
  const cardWith = async ({ deviceKey, steps }: CommissioningRow): Promise<PumpValues> => ({
    ...(await cardOf(db, deviceKey)),
    ...measuredValues(steps),
  });

  /** A step without a recording needs its answer. */
  async function enteredFigures(
    deviceKey: DeviceKey,
    name: CommissioningStepName,
    { level_m, self_start }: StepEntry,
  ): Promise<CommissioningFigures> {
    if (name === 'card') return {};
    if (name === 'level' && level_m !== undefined) return { level_m };
    if (name === 'self_start' && self_start !== undefined)
      return { self_start, self_starts: await selfStartsOf(deviceKey) };
    throw new ProblemError('STEP_NOT_RECORDED');
  }

  return async function judge(row: CommissioningRow, step: CommissioningStep, entry: StepEntry) {
    if (!isRecordedStep(step.name)) {
      const figures = await enteredFigures(row.deviceKey, step.name, entry);
      return { points: [], result: { is_accepted: true, remarks: [], figures } };
    }
    if (step.status !== 'recording') throw new ProblemError('STEP_NOT_RECORDED');
    const points = await pointsOf(row.deviceKey, step, Math.floor(now() / 1000));
    return { points, result: judgeStep(step.name, points, { card: await cardWith(row), entry }) };
  };
}

/** Steps of a technician at a pump; no step starts a pump. */
export function createCommissionings(needs: Needs) {
  const { db, outbox, now, isOnline, publishConfig, cards, fastFrames, refuseLockedOut } = needs;
  const records = createRecords(needs);
  const { cardOf, isVisible, getRow, get, change, changeStep } = records;
  const judge = createJudge(needs, records);
  const nowS = () => Math.floor(now() / 1000);

  return {
    get,

    async list(device: AllowedDevice): Promise<CommissioningList> {
      const rows = (await listOf(db, device.deviceKey)).filter((row) => isVisible(row, device));
      return {
        open: rows.find(({ endedAt }) => endedAt === null)?.number ?? null,
        finished: rows.filter(({ endedAt }) => endedAt !== null).map(summaryOf),
      };
    },

    /** Starts a commissioning, or continues the open one of the device. */
    async start(user: SessionUser, device: AllowedDevice, corrects: string | undefined) {
      const { deviceKey } = device;
      const row = await outbox.transaction(db, async (tx) => {
        await lockCommissioningNumbers(tx);
        await lockDevice(tx, deviceKey);
        const open = await findOpenOf(tx, deviceKey);
        if (open) return open;
        const corrected = corrects === undefined ? null : await getRow(tx, device, corrects);
        const at = new Date(now());
        const steps = newSteps();
        await insertRow(tx, { deviceKey, userId: user.id, corrects: corrected?.id ?? null, steps, at });
        return findOpenOf(tx, deviceKey);
      });
      if (!row) throw new Error('the commissioning was not stored');
      await fastFrames.begin(user, device, row);
      return get(device, row.number);
    },

    async record(user: SessionUser, device: AllowedDevice, number: string, name: CommissioningStepName) {
      if (!isRecordedStep(name)) throw new ProblemError('STEP_NOT_RECORDED');
      if (!isOnline(device.deviceId)) throw new ProblemError('DEVICE_OFFLINE');
      const row = await getRow(db, device, number);
      if (!row.endedAt) await fastFrames.begin(user, device, row);
      return changeStep(device, number, name, () => ({ ...OPEN, status: 'recording', started_at: nowS() }));
    },

    /** A result that is not accepted leaves the step open: it is repeated, or skipped with a reason. */
    save: (device: AllowedDevice, number: string, name: CommissioningStepName, entry: StepEntry) =>
      changeStep(device, number, name, async (step, row) => {
        const { points, result } = await judge(row, step, entry);
        return {
          status: result.is_accepted ? ('done' as const) : ('open' as const),
          ended_at: nowS(),
          reason: null,
          result,
          points,
        };
      }),

    /** A result that was not accepted stays beside the reason. */
    skip: (device: AllowedDevice, number: string, name: CommissioningStepName, reason: string) =>
      changeStep(device, number, name, (step) => ({
        ...(step.status === 'recording' ? OPEN : step),
        status: 'skipped' as const,
        ended_at: nowS(),
        reason,
      })),

    async finish(user: SessionUser, device: AllowedDevice, number: string, takenBy: string) {
      const known = await getRow(db, device, number);
      if (!known.endedAt && isComplete(known)) await fastFrames.end(user, device, known);
      let isForBoard = false;
      await change(device, number, async (tx, row) => {
        await refuseLockedOut(tx, device.deviceKey, user);
        if (!isComplete(row)) throw new ProblemError('COMMISSIONING_INCOMPLETE');
        const measured = measuredValues(row.steps);
        const by = { userId: user.id, role: actingRole('configure', user.roles, device.relation) };
        if (Object.keys(measured).length > 0)
          isForBoard = await cards.recordMeasured(tx, device, measured, by);
        const card = { ...(await cardOf(tx, device.deviceKey)), ...measured };
        await markFinished(tx, row.id, { takenBy, card, at: new Date(now()) });
      });
      if (isForBoard) await publishConfig(device);
      return get(device, number);
    },

    async cancel(user: SessionUser, device: AllowedDevice, number: string): Promise<void> {
      const known = await getRow(db, device, number);
      if (!known.endedAt) await fastFrames.end(user, device, known);
      await change(device, number, (tx, row) => deleteOpen(tx, row.id));
    },

    async csv(user: SessionUser, device: AllowedDevice, number: string, query: CsvQuery): Promise<string> {
      const { steps } = await get(device, number);
      return commissioningCsv(steps, await needs.csvReaderOf(user), query);
    },
  };
}
export type Commissionings = ReturnType<typeof createCommissionings>;
