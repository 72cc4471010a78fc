import type {
  Commissioning,
  CommissioningStep,
  CommissioningStepName,
  CommissioningSummary,
} from '@manoboard/contract/device/commissioning';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { isInTenure } from '@manoboard/domain/access/tenure';
import type { PressureMode } from '@manoboard/domain/pump/pressure-bounds';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { lockDevice } from '../../../db/locks.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { PumpCards } from '../../settings/pump-card/pump-card.service.ts';
import { type CommissioningRow, findByNumber, findCorrection, updateSteps } from './commissioning.repo.ts';
import { readPoints } from './recording.ts';

export interface RecordNeeds extends Pick<Core, 'db' | 'outbox' | 'now'> {
  /** Mode of the required pressure, by the applied configuration; undefined if that is unknown. */
  pressureModeOf: (deviceKey: DeviceKey) => Promise<PressureMode | undefined>;
  cards: Pick<PumpCards, 'cardsOf' | 'recordMeasured'>;
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

export const summaryOf = (row: CommissioningRow): CommissioningSummary => ({
  number: row.number,
  started_at: seconds(row.startedAt),
  ended_at: row.endedAt && seconds(row.endedAt),
  by: row.by,
  taken_by: row.takenBy,
  skipped: row.steps.filter(({ status }) => status === 'skipped').length,
  corrects: row.corrects,
});

/** The stored commissionings: shown, and changed under the lock of the device. */
export function createRecords({ db, outbox, now, pressureModeOf, cards }: RecordNeeds) {
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
      : readPoints(db, deviceKey, { fromS: started_at, toS }, await pressureModeOf(deviceKey));

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

  return { cardOf, isVisible, getRow, pointsOf, get, change, changeStep };
}
