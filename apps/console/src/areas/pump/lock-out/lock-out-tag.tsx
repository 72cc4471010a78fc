import type { LockOut } from '@manoboard/contract/command/lock-out';
import { canRemoveLockOut } from '@manoboard/domain/commands/lock-out';
import { Button } from '@mantine/core';
import { IconAlertTriangleFilled, IconUserExclamation } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useLockOut, useMomentText } from '../../../device/lock-out.ts';
import { usePlannedTry, useTryMoment } from '../../../device/planned-try.ts';
import { useHistoryDialog } from '../../../lib/forms/use-history-dialog.ts';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { areaTexts } from '../../../lib/texts/area-texts.tsx';
import { usePersonName } from '../../../lib/texts/use-person-name.ts';
import { useClock } from '../../../lib/time/clock.ts';
import classes from './lock-out-tag.module.css';

const ToolTexts = areaTexts('device-tools');

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
    <section className={classes.tag} aria-label={t('title')}>
      <div className={classes.body}>
        <span className={classes.hole} aria-hidden="true" />
        <span className="center circle on-card square-m wait-ink" aria-hidden="true">
          <IconUserExclamation size={20} stroke={1.8} />
        </span>
        <div role="status">
          <p className={classes.title}>{t('title')}</p>
          <p className="text-md break margin-1-0-0">
            {name === null || tag.reason === null ? t('left') : t('words', { name, reason: tag.reason })}
          </p>
          <TagSpan tag={tag} />
          {tag.unconfirmed && <Unconfirmed deviceId={device.id} />}
          {!canRemove && name !== null && (
            <p className="text-sm dim margin-1-0-0">{t('removers', { name })}</p>
          )}
        </div>
        {canRemove && (
          <Button variant="default" className={classes.remove} mih={44} onClick={() => open(REMOVE)}>
            {t('remove')}
          </Button>
        )}
      </div>
      {opened === REMOVE && canRemove && (
        <ToolTexts onClose={close}>
          <RemoveDialog device={device} tag={tag} onClose={close} />
        </ToolTexts>
      )}
    </section>
  );
}

/** R5.10: until the board has reported the tag or a stop, it may start the pump. */
function Unconfirmed({ deviceId }: { deviceId: string }) {
  const t = useTranslations('lockOut');
  const momentText = useTryMoment();
  const planned = usePlannedTry(deviceId);
  return (
    <p className="row gap-2 text-md bold margin-1-0-0 stop-ink">
      <IconAlertTriangleFilled size={18} aria-hidden className="fixed" />
      {planned ? t('unconfirmedTry', { when: momentText(planned.atS) }) : t('unconfirmed')}
    </p>
  );
}

function TagSpan({ tag: { since, until } }: { tag: LockOut }) {
  const t = useTranslations('lockOut');
  const momentText = useMomentText();
  const minutes = useClock((nowS) => (until === null ? null : Math.ceil((until - nowS) / 60)));
  if (until === null || minutes === null)
    return <p className="text-sm dim margin-1-0-0">{t('openEnd', { since: momentText(since) })}</p>;
  return (
    <p className="text-sm dim margin-1-0-0">
      {t('span', {
        since: momentText(since),
        until: momentText(until),
        hours: Math.floor(minutes / 60),
        minutes: minutes % 60,
      })}
    </p>
  );
}
