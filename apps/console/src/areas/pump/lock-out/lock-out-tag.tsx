import type { LockOut } from '@manoboard/contract/command/lock-out';
import { canRemoveLockOut } from '@manoboard/domain/commands/lock-out';
import { IconAlertTriangleFilled, IconUserExclamation } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useLockOut, useMomentText } from '../../../device/lock-out.ts';
import { usePlannedTry, useTryMoment } from '../../../device/planned-try.ts';
import { useHistoryDialog } from '../../../lib/forms/use-history-dialog.ts';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { usePersonName } from '../../../lib/texts/use-person-name.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';

const RemoveDialog = lazyComponent(async () => (await import('./remove-dialog.tsx')).RemoveDialog);
const REMOVE = 'remove-lock-out';

interface Props {
  device: { id: string; name: string };
  user: { id: number; roles: readonly string[] };
}

/** R5.10: author, reason and end of the lock-out; renders nothing without a tag. */
export function LockOutTag({ device, user }: Props) {
  const t = useTranslations('lockOut');
  const tag = useLockOut(device.id);
  const { opened, open, close } = useHistoryDialog(device.id);
  const nameOf = usePersonName();
  if (!tag) return null;
  const name = tag.by && nameOf(tag.by.name);
  const canRemove = canRemoveLockOut(user, tag);
  return (
    <section
      className="relative overflow-hidden -mx-5 -mt-5 mb-3.5 border-b border-line-strong rounded-t-lg bg-wait-soft max-sm:-mx-4 max-sm:-mt-4 max-sm:mb-3.5 before:block before:h-2 before:[background:repeating-linear-gradient(135deg,#0d1520_0_0.6rem,var(--wait)_0.6rem_1.2rem)]"
      aria-label={t('title')}
    >
      <div className="grid items-center gap-3 px-4 py-3 grid-cols-[auto_auto_minmax(0,1fr)_auto] max-sm:grid-cols-[auto_auto_minmax(0,1fr)]">
        <span
          className="size-4 rounded-full bg-bg shadow-[inset_0_1px_2px_rgb(15_23_42/35%),0_0_0_2px_var(--wait)]"
          aria-hidden="true"
        />
        <span
          className="grid place-items-center rounded-full bg-card size-9 text-wait-ink"
          aria-hidden="true"
        >
          <IconUserExclamation size={20} stroke={1.8} />
        </span>
        <div role="status">
          <p className="text-lg font-bold tracking-tight">{t('title')}</p>
          <p className="text-md wrap-anywhere mt-0.5">
            {name === null || tag.reason === null ? t('left') : t('words', { name, reason: tag.reason })}
          </p>
          <TagSpan tag={tag} />
          {tag.unconfirmed && <Unconfirmed deviceId={device.id} />}
          {!canRemove && name !== null && (
            <p className="text-sm text-dim mt-0.5">{t('removers', { name })}</p>
          )}
        </div>
        {canRemove && (
          <Button
            variant="default"
            className="max-sm:col-span-full max-sm:justify-self-stretch"
            size="touch"
            onClick={() => open(REMOVE)}
          >
            {t('remove')}
          </Button>
        )}
      </div>
      {opened === REMOVE && canRemove && <RemoveDialog device={device} tag={tag} onClose={close} />}
    </section>
  );
}

/** R5.10: until the board has reported the tag or a stop, it may start the pump. */
function Unconfirmed({ deviceId }: { deviceId: string }) {
  const t = useTranslations('lockOut');
  const momentText = useTryMoment();
  const planned = usePlannedTry(deviceId);
  return (
    <p className="flex items-center gap-1 text-md font-semibold text-stop-ink mt-0.5">
      <IconAlertTriangleFilled size={18} aria-hidden className="flex-none" />
      {planned ? t('unconfirmedTry', { when: momentText(planned.atS) }) : t('unconfirmed')}
    </p>
  );
}

function TagSpan({ tag: { since, until } }: { tag: LockOut }) {
  const t = useTranslations('lockOut');
  const momentText = useMomentText();
  const minutes = useClock((nowS) => (until === null ? null : Math.ceil((until - nowS) / 60)));
  if (until === null || minutes === null)
    return <p className="text-sm text-dim mt-0.5">{t('openEnd', { since: momentText(since) })}</p>;
  return (
    <p className="text-sm text-dim mt-0.5">
      {t('span', {
        since: momentText(since),
        until: momentText(until),
        hours: Math.floor(minutes / 60),
        minutes: minutes % 60,
      })}
    </p>
  );
}
