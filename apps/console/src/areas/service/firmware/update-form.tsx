import type { DeviceFirmware } from '@manoboard/contract/firmware/firmware-release';
import { isOnByKeypad } from '@manoboard/domain/pump/control-mode';
import type { Messages } from '@manoboard/i18n/messages';
import { Button } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import { useRefusalText } from '../../../device/commands/use-refusal-text.ts';
import { useLockOut } from '../../../device/lock-out.ts';
import { LockOutNotice } from '../../../device/lock-out-notice.tsx';
import { useUnreachable } from '../../../device/reach.ts';
import { useDevice } from '../../../device/use-device.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { DialogButtons, dialogTextClass } from '../../../ui/dialog.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { startUpdate } from './api.ts';
import { UpdateChangelog } from './changelog.tsx';
import classes from './firmware.module.css';
import { UpdateWarnings } from './update-warnings.tsx';

type Release = NonNullable<DeviceFirmware['available']>;

interface Props {
  deviceId: string;
  version: string | null;
  available: Release;
  canUpdate: boolean;
  onStarted: () => void;
}

/** R4.2: versions, changelog, parts and both warnings before the button. */
export function UpdateForm({ deviceId, version, available, canUpdate, onStarted }: Props) {
  const t = useTranslations('firmware');
  const reach = useTranslations('control');
  const unreachable = useUnreachable(deviceId);
  const isKeypadOn = useDevice(deviceId, ({ last }) => last !== undefined && isOnByKeypad(last.data));
  const lockOut = useLockOut(deviceId);
  const refusalText = useRefusalText();
  const { run, isSending, error } = useAction({
    send: () => startUpdate(deviceId, available.version),
    onDone: onStarted,
  });
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt className="dim text-sm">{t('running')}</dt>
          <dd className="num">{version ?? t('unknownVersion')}</dd>
        </div>
        <div>
          <dt className="dim text-sm">{t('next')}</dt>
          <dd className="num">{available.version}</dd>
        </div>
      </dl>
      <UpdateChangelog deviceId={deviceId} version={available.version} />
      <Parts parts={available.parts} />
      <UpdateWarnings />
      {error && (
        <FormNotice kind="problem">
          {t('notStarted')} {refusalText(error)} {t('support')}
        </FormNotice>
      )}
      {unreachable && unreachable !== 'unknown' && <p className={dialogTextClass}>{reach(unreachable)}</p>}
      {canUpdate && !unreachable && isKeypadOn && <FormNotice kind="problem">{t('keypad')}</FormNotice>}
      <LockOutNotice tag={lockOut} />
      {canUpdate && (
        <DialogButtons>
          <Button
            onClick={() => void run()}
            disabled={isSending || unreachable !== undefined || isKeypadOn || lockOut !== null}
          >
            {isSending ? t('starting') : t('start', { version: available.version })}
          </Button>
        </DialogButtons>
      )}
    </>
  );
}

function Parts({ parts }: Pick<Release, 'parts'>) {
  const t = useTranslations('firmware');
  const { number } = useFormatter();
  // A manufacturer may add parts with unknown names.
  const partName = (name: string) => {
    const key = `part.${name as keyof Messages['firmware']['part']}` as const;
    return t.has(key) ? t(key) : name;
  };
  return (
    <section className={classes.section}>
      <h3>{t('parts')}</h3>
      <ul className={classes.parts}>
        {parts.map(({ name, size }) => (
          <li key={name}>
            <span>{partName(name)}</span>
            <span className="num">{t('kilobytes', { n: number(Math.max(1, Math.round(size / 1000))) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
