import type { FirmwareUpdate } from '@manoboard/contract/firmware/firmware-release';
import { actingRole } from '@manoboard/domain/access/policy';
import { isOnByKeypad } from '@manoboard/domain/pump/control-mode';
import { freshness } from '@manoboard/domain/telemetry/freshness';
import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Core } from '../../core.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { RunningUpdate } from '../../state/running-updates.ts';
import type { SettingsWing } from '../settings/index.ts';
import type { TelemetryWing } from '../telemetry/index.ts';
import type { Releases } from './releases.service.ts';
import { findLastUpdate, insertUpdate, linkChange } from './update.repo.ts';
import type { UpdateJobs } from './update-jobs.ts';

export interface BeginNeeds {
  telemetry: TelemetryWing;
  settings: SettingsWing;
  releases: Releases;
}

/** Time for the server of the board to begin an update. */
const BEGIN_MS = 10_000;

interface ForwardedUpdate {
  user: SessionUser;
  device: AllowedDevice;
  version: string;
}

/** Begins an update on the server that the board is connected to. */
export function createUpdateBegin(core: Core, jobs: UpdateJobs, needs: BeginNeeds) {
  const { db, outbox, now, runningUpdates: running } = core;
  const { isOnline, serverOf } = core.presence;
  const { republishJob, publish } = jobs;
  const { telemetry, settings, releases } = needs;

  /** The board would download the image and then fail: it cannot stop this pump. A stale state is left to the board. */
  function isKeypadRunning(deviceId: string): boolean {
    const last = telemetry.lastData(deviceId);
    const isLive = freshness(last, 'modbus', true, Math.floor(now() / 1000)) === 'live';
    return isLive && isOnByKeypad(last.data);
  }
  /** R5.7: logs the request before the job is published. Returns nothing if an update is running. */
  const store = (
    user: SessionUser,
    { deviceKey, deviceId, relation }: AllowedDevice,
    {
      manifest,
      fromVersion,
      startedAt,
    }: Pick<RunningUpdate, 'manifest' | 'startedAt'> & { fromVersion: string | null },
  ) =>
    outbox.transaction(db, async (tx) => {
      await settings.lockOuts.refuse(tx, deviceKey, user);
      const row = { deviceKey, releaseId: manifest.id, fromVersion, startedAt, startedBy: user.id };
      const id = await insertUpdate(tx, row);
      if (id === undefined) return undefined;
      await publish(tx, deviceId);
      const changeId = await appendAudit(tx, startedAt, {
        deviceKey,
        kind: 'firmware',
        action: 'updated',
        by: { userId: user.id, role: actingRole('update_firmware', user.roles, relation) },
        fields: [{ field: 'version', old: fromVersion, new: manifest.version }],
        status: 'pending',
      });
      await linkChange(tx, id, changeId);
      return { id, changeId };
    });

  /** On the server that the board is connected to. */
  async function beginHere(
    user: SessionUser,
    device: AllowedDevice,
    version: string,
  ): Promise<FirmwareUpdate> {
    const { deviceKey, deviceId } = device;
    if (running.find(deviceKey)) throw new ProblemError('UPDATE_RUNNING');
    if (!isOnline(deviceId)) throw new ProblemError('DEVICE_OFFLINE');
    if (isKeypadRunning(deviceId)) throw new ProblemError('LOCAL_CONTROL');
    const { manifest, fromVersion } = await releases.getFitting(deviceKey, version);
    const startedAt = new Date(now());
    const stored = await store(user, device, { manifest, fromVersion, startedAt });
    if (!stored) throw new ProblemError('UPDATE_RUNNING');
    const job: RunningUpdate = {
      ...stored,
      deviceKey,
      deviceId,
      manifest,
      startedAt,
      status: 'waiting',
      percent: 0,
      info: undefined,
      effects: 0,
      resends: 0,
      silentS: 0,
    };
    running.add(job);
    await republishJob(job);
    const update = await findLastUpdate(db, deviceKey, null);
    if (!update) throw new ProblemError('INTERNAL');
    return update;
  }

  core.cluster?.calls.handle('update', ({ user, device, version }: ForwardedUpdate) =>
    beginHere(user, device, version),
  );

  return async function begin(
    user: SessionUser,
    device: AllowedDevice,
    version: string,
  ): Promise<FirmwareUpdate> {
    const to = serverOf(device.deviceId);
    if (to === undefined || !core.cluster) return beginHere(user, device, version);
    return core.cluster.calls.run(to, 'update', { user, device, version }, BEGIN_MS);
  };
}
