import {
  type Commissioning,
  type CommissioningList,
  type CommissioningStep,
  CommissioningStepName,
  type CommissioningSummary,
  isRecordedStep,
  type StepEntry,
} from '@manoboard/contract/device/commissioning';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import type { CsvQuery } from '@manoboard/contract/http/query';
import { actingRole } from '@manoboard/domain/access/policy';
import { isInTenure } from '@manoboard/domain/access/tenure';
import { judgeStep, measuredValues } from '@manoboard/domain/pump/commissioning';
import { type CsvReader, createCsv } from '../../../base/csv.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { lockCommissioningNumbers, lockDevice } from '../../../db/locks.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { Server } from '../../../server.ts';
import type { PumpCards } from '../../settings/pump-card/pump-card.service.ts';
import {
  type CommissioningRow,
  deleteOpen,
  findByNumber,
  findCorrection,
  findOpenOf,
  insertRow,
  listOf,
  markFinished,
  updateSteps,
} from './commissioning.repo.ts';
import type { FastFrames } from './fast-frames.ts';
import { readPoints } from './recording.ts';

interface Neighbours extends Pick<Server, 'db' | 'outbox' | 'now'> {
  isOnline: (deviceId: string) => boolean;
  /** Factor of the required pressure on the wire, by the applied configuration. */
  normalizerOf: (deviceKey: DeviceKey) => Promise<number>;
  cards: Pick<PumpCards, 'cardsOf' | 'recordMeasured'>;
  publishConfig: (board: AllowedDevice) => Promise<void>;
  /** R5.10: throws while the device has a lock-out tag. */
  refuseLockedOut: (tx: Db, deviceKey: DeviceKey, user: SessionUser) => Promise<void>;
  fastFrames: FastFrames;
  csvReaderOf: (user: SessionUser) => Promise<CsvReader>;
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

const OPEN: Omit<CommissioningStep, 'name'> = {
  status: 'open',
  started_at: null,
  ended_at: null,
  reason: null,
  result: null,
  points: [],
};
const newSteps = () => CommissioningStepName.options.map((name): CommissioningStep => ({ ...OPEN, name }));

const summaryOf = (row: CommissioningRow): CommissioningSummary => ({
  number: row.number,
  started_at: seconds(row.startedAt),
  ended_at: row.endedAt && seconds(row.endedAt),
  by: row.by,
  taken_by: row.takenBy,
  skipped: row.steps.filter(({ status }) => status === 'skipped').length,
  corrects: row.corrects,
});

const isComplete = ({ steps }: CommissioningRow) =>
  steps.every(({ status }) => status === 'done' || status === 'skipped');

/** Steps of a technician at a pump. Results come from stored frames, never from the browser; no step starts a pump. */
export function createCommissionings(neighbours: Neighbours) {
  const { db, outbox, now, isOnline, publishConfig, normalizerOf, cards, fastFrames, refuseLockedOut } =
    neighbours;
  const nowS = () => Math.floor(now() / 1000);

  const cardOf = async (of: Db, deviceKey: DeviceKey): Promise<PumpValues> =>
    (await cards.cardsOf(of, [deviceKey]))[0] ?? {};

  /** R4.3c: reports of a former tenure are hidden from the present owner. */
  const isVisible = ({ startedAt }: CommissioningRow, { visibleFromS }: AllowedDevice) =>
    isInTenure(startedAt.getTime() / 1000, visibleFromS);

  async function getRow(of: Db, device: AllowedDevice, number: string): Promise<CommissioningRow> {
    const row = await findByNumber(of, device.deviceKey, number);
    if (!row || !isVisible(row, device)) throw new ProblemError('COMMISSIONING_NOT_FOUND');
    return row;
  }

  const pointsOf = async (deviceKey: DeviceKey, { started_at }: CommissioningStep, toS: number) =>
    started_at === null
      ? []
      : readPoints(db, deviceKey, { fromS: started_at, toS }, await normalizerOf(deviceKey));

  /** A running recording shows its frames so far. */
  const withLivePoints = (deviceKey: DeviceKey, steps: readonly CommissioningStep[]) =>
    Promise.all(
      steps.map(async (step) =>
        step.status === 'recording' ? { ...step, points: await pointsOf(deviceKey, step, nowS()) } : step,
      ),
    );

  async function present(row: CommissioningRow): Promise<Commissioning> {
    return {
      ...summaryOf(row),
      steps: await withLivePoints(row.deviceKey, row.steps),
      is_fast: row.framesBefore !== null,
      card: row.card ?? (await cardOf(db, row.deviceKey)),
      corrected_by: await findCorrection(db, row.id),
    };
  }

  const get = async (device: AllowedDevice, number: string) => present(await getRow(db, device, number));

  /** The lock of the device serialises two technicians at one pump. */
  async function change(
    device: AllowedDevice,
    number: string,
    act: (tx: Db, row: CommissioningRow) => Promise<unknown>,
  ): Promise<void> {
    await outbox.transaction(db, async (tx) => {
      await lockDevice(tx, device.deviceKey);
      const row = await getRow(tx, device, number);
      if (row.endedAt) throw new ProblemError('COMMISSIONING_ENDED');
      await act(tx, row);
    });
  }

  async function changeStep(
    device: AllowedDevice,
    number: string,
    name: CommissioningStepName,
    next: (
      step: CommissioningStep,
      row: CommissioningRow,
    ) => Promise<Partial<CommissioningStep>> | Partial<CommissioningStep>,
  ): Promise<Commissioning> {
    await change(device, number, async (tx, row) => {
      const steps: CommissioningStep[] = [];
      for (const step of row.steps)
        steps.push(step.name === name ? { ...step, ...(await next(step, row)) } : step);
      await updateSteps(tx, row.id, steps, new Date(now()));
    });
    return get(device, number);
  }

  /** The card with what earlier steps have measured. */
  const cardWith = async ({ deviceKey, steps }: CommissioningRow): Promise<PumpValues> => ({
    ...(await cardOf(db, deviceKey)),
    ...measuredValues(steps),
  });

  async function judge(row: CommissioningRow, step: CommissioningStep, entry: StepEntry) {
    if (!isRecordedStep(step.name)) {
      const level = step.name === 'level' && entry.level_m !== undefined && { level_m: entry.level_m };
      if (step.name === 'level' && !level) throw new ProblemError('STEP_NOT_RECORDED');
      return { points: [], result: { is_accepted: true, remarks: [], figures: { ...level } } };
    }
    if (step.status !== 'recording') throw new ProblemError('STEP_NOT_RECORDED');
    const points = await pointsOf(row.deviceKey, step, nowS());
    return { points, result: judgeStep(step.name, points, { card: await cardWith(row), entry }) };
  }

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
      return changeStep(device, number, name, () => ({
        ...OPEN,
        status: 'recording',
        started_at: nowS(),
      }));
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
      const csv = createCsv(await neighbours.csvReaderOf(user), query);
      const names = ['frequency_fc', 'motor_power', 'pressure', 'motor_current', 'required_bar'] as const;
      const head = csv.head([csv.name('step'), ...csv.timeNames('time'), ...names.map(csv.name)]);
      const lines = steps.flatMap(({ name, points }) =>
        points.map(({ at, hz, kw, bar, a, required_bar }) =>
          csv.line([name, ...csv.time(at * 1000), hz, kw, bar, a, required_bar]),
        ),
      );
      return head + lines.join('');
    },
  };
}
export type Commissionings = ReturnType<typeof createCommissionings>;
