import type { FleetAction, FleetActionKind, FleetOutcomes } from '@manoboard/contract/fleet/fleet-action';
import type { ProblemCode } from '@manoboard/contract/http/problem';
import { hasGlobalPermission } from '@manoboard/domain/access/policy';
import { ProblemError } from '../../http/problem-error.ts';
import type { RefusedWrites } from '../../http/refused-writes.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { AlertsWing } from '../alerts/index.ts';
import type { DevicesWing } from '../devices/index.ts';
import type { FirmwareWing } from '../firmware/index.ts';
import type { Labels } from './labels/labels.service.ts';

interface Needs {
  devices: DevicesWing;
  alerts: AlertsWing;
  firmware: FirmwareWing;
  labels: Labels;
}

/** Devices of a call at a time: a call must not take all connections of the database. */
const AT_ONCE = 4;

const RIGHTS = {
  label: 'see',
  take: 'take_work',
  alert_rule: 'set_alert_rules',
  firmware: 'update_firmware',
} as const;

const done = (id_dev: string) => ({ id_dev, problem: null });

/** Other errors are of the server: they end the call. */
function problemOf(error: unknown): ProblemCode {
  if (error instanceof ProblemError) return error.code;
  throw error;
}

/**
 * One action on many devices. Each device has its own right, transaction and outcome, as if a user had clicked on each:
 * one refused device stops none of the others. There is no start and no stop.
 */
export function createFleetActions({ devices, alerts, firmware, labels }: Needs) {
  /** Users whose call runs: a second one waits for nothing and is refused. */
  const running = new Set<number>();

  const allow = (user: SessionUser, id: string, { kind }: FleetActionKind) =>
    devices.devices.allow(user, { by: 'device', id }, RIGHTS[kind]);

  async function update(user: SessionUser, device: AllowedDevice) {
    const version = await firmware.newerVersion(device);
    if (version === undefined) throw new ProblemError('FIRMWARE_DOES_NOT_FIT');
    await firmware.begin(user, device, version);
  }

  /** What the action does to one device. */
  function act(
    user: SessionUser,
    device: AllowedDevice,
    action: Exclude<FleetActionKind, { kind: 'label' }>,
    { logged }: ReturnType<RefusedWrites>,
  ): Promise<unknown> {
    if (action.kind === 'take') return alerts.takeDevice(user, device);
    if (action.kind === 'alert_rule') return alerts.changeRule(user, device, action);
    return logged(user, device.deviceId, action, () => update(user, device));
  }

  async function each(ids: readonly string[], act: (id: string) => Promise<unknown>) {
    const results: FleetOutcomes['results'] = [];
    for (let start = 0; start < ids.length; start += AT_ONCE)
      results.push(
        ...(await Promise.all(
          ids.slice(start, start + AT_ONCE).map((id) =>
            act(id).then(
              () => done(id),
              (error) => ({ id_dev: id, problem: problemOf(error) }),
            ),
          ),
        )),
      );
    return results;
  }

  /** All devices in one transaction with one entry of the log. */
  async function putLabel(
    user: SessionUser,
    ids: readonly string[],
    action: Extract<FleetActionKind, { kind: 'label' }>,
  ) {
    if (!hasGlobalPermission('label_fleet', user.roles)) throw new ProblemError('FORBIDDEN');
    const allowed: AllowedDevice[] = [];
    const results = await each(ids, async (id) => allowed.push(await allow(user, id, action)));
    await labels.put(user, action.label_id, action.is_on, allowed);
    return results;
  }

  return async function run(
    user: SessionUser,
    { device_ids, action }: FleetAction,
    refusedWrites: ReturnType<RefusedWrites>,
  ): Promise<FleetOutcomes> {
    if (running.has(user.id)) throw new ProblemError('TOO_MANY_REQUESTS');
    running.add(user.id);
    try {
      const ids = [...new Set(device_ids)];
      if (action.kind === 'label') return { results: await putLabel(user, ids, action) };
      const actOn = async (id: string) => act(user, await allow(user, id, action), action, refusedWrites);
      return { results: await each(ids, actOn) };
    } finally {
      running.delete(user.id);
    }
  };
}
export type FleetActions = ReturnType<typeof createFleetActions>;
