import type { AlertDetail } from '@manoboard/contract/alert/alert';
import { IconHandGrab } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { useAssignment } from '../work/use-assignment.ts';
import { alertEntry } from '../work/use-work-list.ts';
import type { AlertState } from './use-alert.ts';

interface Props {
  alert: AlertDetail;
  userId: number;
  onChanged: AlertState['replace'];
  /** Called after either answer. */
  onClose: () => void;
}

/**
 * R7.5: the link "I take it" of a mail or a notification leads here, after a login. The link alone changes nothing: mail
 * programs open links too.
 */
export function TakeOffer({ alert, userId, onChanged, onClose }: Props) {
  const t = useTranslations();
  const id = useId();
  const confirm = useRef<HTMLButtonElement>(null);
  const { assignee } = alert;
  const { isSending, onTake } = useAssignment({
    setAssignee: (_, next) => {
      onChanged({ ...alert, assignee: next });
      onClose();
    },
    reloadDevices: () => undefined,
  });
  useEffect(() => confirm.current?.focus(), []);
  const isMine = assignee?.user_id === userId;
  return (
    <Card aria-labelledby={id} className="mb-4.5 border-accent [&_p]:mt-1.5 [&_p]:mb-3.5">
      <SectionHead
        id={id}
        title={
          !assignee
            ? t('alertPage.offer.title')
            : isMine
              ? t('work.mine')
              : t('alertPage.takenBy', { name: assignee.name })
        }
      />
      {!assignee && <p>{t('alertPage.offer.text')}</p>}
      <div className="flex items-center flex-wrap gap-2.5 justify-start max-lg:justify-start max-sm:grid max-sm:grid-cols-1">
        {!assignee && (
          <Button
            ref={confirm}
            disabled={isSending}
            icon={<IconHandGrab size={18} stroke={1.7} aria-hidden />}
            onClick={() => onTake(alertEntry(alert, 'now'))}
          >
            {t('alertPage.offer.yes')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t(assignee ? 'alertPage.offer.close' : 'alertPage.offer.no')}
        </Button>
      </div>
    </Card>
  );
}
