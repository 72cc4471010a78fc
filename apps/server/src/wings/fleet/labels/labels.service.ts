import { type Label, type LabelKind, MAX_LABELS } from '@manoboard/contract/fleet/label';
import { actingRole } from '@manoboard/domain/access/policy';
import { appendAudit } from '../../../audit-log/audit-log.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import {
  attachLabel,
  countLabels,
  deleteLabel,
  detachLabel,
  insertLabel,
  isNameUsed,
  listLabels,
  lockLabel,
  renameLabel,
} from './labels.repo.ts';

type Action = 'added' | 'renamed' | 'removed' | 'attached' | 'detached';

/** R7.2: labels and groups of the staff. They are in the log, not in the timeline of a device, which its owner reads. */
export function createLabels({ db, now }: Pick<Core, 'db' | 'now'>) {
  const at = () => new Date(now());

  const record = (tx: Db, user: SessionUser, action: Action, label: Label, devices: readonly string[] = []) =>
    appendAudit(tx, at(), {
      kind: 'label',
      action,
      labelId: label.id,
      name: label.name,
      devices,
      by: { userId: user.id, role: actingRole('see', user.roles, 'none') },
    });

  /** The label stays locked until the transaction ends. */
  const change = <T>(id: number, act: (tx: Db, label: Label) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      const label = await lockLabel(tx, id);
      if (!label) throw new ProblemError('LABEL_NOT_FOUND');
      return act(tx, label);
    });

  return {
    list: () => listLabels(db),

    add: (user: SessionUser, { kind, name }: { kind: LabelKind; name: string }): Promise<Label> =>
      db.transaction().execute(async (tx) => {
        if ((await countLabels(tx)) >= MAX_LABELS) throw new ProblemError('TOO_MANY_LABELS');
        const label = await insertLabel(tx, kind, name, at());
        if (!label) throw new ProblemError('LABEL_EXISTS');
        await record(tx, user, 'added', label);
        return label;
      }),

    rename: (user: SessionUser, id: number, name: string): Promise<Label> =>
      change(id, async (tx, label) => {
        if (await isNameUsed(tx, label, name)) throw new ProblemError('LABEL_EXISTS');
        await renameLabel(tx, id, name);
        const renamed = { ...label, name };
        await record(tx, user, 'renamed', renamed);
        return renamed;
      }),

    remove: (user: SessionUser, id: number): Promise<void> =>
      change(id, async (tx, label) => {
        await deleteLabel(tx, id);
        await record(tx, user, 'removed', label);
      }),

    /** The caller has checked the rights to the devices. */
    put: (user: SessionUser, id: number, isOn: boolean, devices: readonly AllowedDevice[]): Promise<void> =>
      change(id, async (tx, label) => {
        const keys = devices.map(({ deviceKey }) => deviceKey);
        await (isOn ? attachLabel(tx, label, keys) : detachLabel(tx, id, keys));
        const ids = devices.map(({ deviceId }) => deviceId);
        await record(tx, user, isOn ? 'attached' : 'detached', label, ids);
      }),
  };
}
export type Labels = ReturnType<typeof createLabels>;
