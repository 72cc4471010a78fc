import type { DeviceFirmware } from '@manoboard/contract/firmware/firmware-release';
import { isOnByKeypad } from '@manoboard/domain/pump/control-mode';
import type { Messages } from '@manoboard/i18n/messages';
import { useFormatter, useTranslations } from 'use-intl';
import { useRefusalText } from '../../../device/commands/use-refusal-text.ts';
import { useLockOut } from '../../../device/lock-out.ts';
import { LockOutNotice } from '../../../device/lock-out-notice.tsx';
import { useUnreachable } from '../../../device/reach.ts';
import { useDevice } from '../../../device/use-device.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogButtons, DialogText } from '../../../ui/dialog.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { startUpdate } from './api.ts';
import { UpdateChangelog } from './changelog.tsx';
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
      <dl className="grid gap-3 mb-4 grid-cols-2">
        <div className="px-4 py-3 border border-line rounded-lg bg-inset">
          <dt className="text-sm text-dim">{t('running')}</dt>
          <dd className="tabular-nums tracking-tight text-xl font-bold mt-0.5">
            {version ?? t('unknownVersion')}
          </dd>
        </div>
        <div className="px-4 py-3 border border-line rounded-lg bg-inset">
          <dt className="text-sm text-dim">{t('next')}</dt>
          <dd className="tabular-nums tracking-tight text-xl font-bold mt-0.5">{available.version}</dd>
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
      {unreachable && unreachable !== 'unknown' && <DialogText>{reach(unreachable)}</DialogText>}
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
    <section className="mb-4 [&_h3]:text-md [&_h3]:font-semibold [&_h3]:mb-1.5">
      <h3>{t('parts')}</h3>
      <ul className="text-md [&_li_span:last-child]:text-dim">
        {parts.map(({ name, size }) => (
          <li className="flex gap-4 justify-between py-1 border-b border-line" key={name}>
            <span>{partName(name)}</span>
            <span className="tabular-nums tracking-tight">
              {t('kilobytes', { n: number(Math.max(1, Math.round(size / 1000))) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
