import { FactorKind } from '@manoboard/contract/account/factor';
import { ChangeAction, ChangeKind, ChangeStatus } from '@manoboard/contract/activity/device-change';
import {
  DeliveryChange,
  DeliveryChannel,
  DeliveryState,
  DeliveryStep,
} from '@manoboard/contract/alert/alert-delivery';
import { CommandOp, CommandStatus } from '@manoboard/contract/command/command';
import { CfgReported } from '@manoboard/contract/device/device-config';
import { WaterSystemKind } from '@manoboard/contract/device/water-system';
import { UpdateStatus } from '@manoboard/contract/firmware/firmware-release';
import { LabelKind } from '@manoboard/contract/fleet/label';
import { SecurityOutcome } from '@manoboard/contract/installation/security-event';
import { EventSeverity } from '@manoboard/contract/mqtt/event';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import type { DeviceKey } from './device-key.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

const ENUMS = {
  command_status_known: CommandStatus.options,
  command_op_known: CommandOp.options,
  board_event_severity_known: EventSeverity.options,
  alert_severity_known: EventSeverity.options,
  alert_delivery_state_known: DeliveryState.options,
  alert_delivery_change_known: DeliveryChange.options,
  alert_delivery_step_known: DeliveryStep.options,
  alert_delivery_channel_known: DeliveryChannel.options,
  alert_unreached_step_known: DeliveryStep.options,
  device_change_kind_known: ChangeKind.options,
  device_change_action_known: ChangeAction.options,
  device_change_status_known: ChangeStatus.options,
  device_config_answer_known: CfgReported.shape.st.options,
  config_report_status_known: CfgReported.shape.st.options,
  firmware_update_status_known: UpdateStatus.options,
  label_kind_known: LabelKind.options,
  water_system_kind_known: WaterSystemKind.options,
  security_event_outcome_known: SecurityOutcome.options,
  second_factor_kind_known: FactorKind.options,
  auth_challenge_purpose_known: ['login', 'passkey', 'proof', 'registration'],
};

it('each check constraint of an enum column allows exactly the values of the contract', async () => {
  const { rows } = await sql<{ name: string; check: string }>`
    select conname as name, pg_get_constraintdef(oid) as check from pg_constraint
    where contype = 'c' and conname like '%\\_known'`.execute(database.db);
  const found = rows.map(({ name, check }) => [
    name,
    [...check.matchAll(/'([^']+)'::text/g)].map(([, word]) => word).sort(),
  ]);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(ENUMS).map(([name, words]) => [name, [...words].sort()])),
  );
});

it('frames of a removed device are deleted with it, those of other devices stay', async () => {
  const { db } = database;
  const devices = await db
    .insertInto('device')
    .values(['MNB-1', 'MNB-2'].map((id_dev) => ({ id_dev, secret_hash: Buffer.alloc(1) })))
    .returning('id')
    .execute();
  await sql`create table frame_20260501 partition of frame for values from ('2026-05-01Z') to ('2026-05-02Z')`.execute(
    db,
  );
  const at = new Date('2026-05-01T12:00:00Z');
  const frame = { ts: at, received_at: at, boot: 1, seq: 1, fc: 1, is_placed_by_arrival: false, na: null };
  await db
    .insertInto('frame')
    .values(devices.map(({ id }) => ({ device_id: id, ...frame })))
    .execute();
  await sql`create table packed_frame_20260501 partition of packed_frame
    for values from ('2026-05-01Z') to ('2026-05-02Z')`.execute(db);
  await db
    .insertInto('packed_frame')
    .values(devices.map(({ id }) => ({ device_id: id, start: at, frames: Buffer.alloc(0) })))
    .execute();
  const [removed, kept] = devices.map(({ id }) => id) as [DeviceKey, DeviceKey];
  await db.deleteFrom('device').where('id', '=', removed).execute();
  for (const table of ['frame', 'packed_frame'] as const)
    expect(await db.selectFrom(table).select('device_id').execute(), table).toEqual([{ device_id: kept }]);
});
