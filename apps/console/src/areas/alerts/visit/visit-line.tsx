import type { Visit } from '@manoboard/contract/alert/visit';
import { IconCalendarUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDeviceName } from '../../../device/device-name.tsx';
import { useRights } from '../../../device/use-rights.ts';
import { usePersonName } from '../../../lib/texts/use-person-name.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { useVisit, useVisitDayText } from './use-visits.ts';
import { VisitAnswerDialog, VisitDialog } from './visit-dialogs.ts';

type Opened = 'move' | 'ask' | 'cancel' | 'done';

/** R7.5: the agreed visit of a device with what this user may do about it; nothing without one. */
export function VisitLine({ deviceId }: { deviceId: string }) {
  const visit = useVisit(deviceId);
  return visit ? <VisitBox visit={visit} /> : null;
}

export function VisitBox({ visit }: { visit: Visit }) {
  const t = useTranslations('visitLine');
  const dayText = useVisitDayText();
  const personName = usePersonName();
  const ownName = useDeviceName(visit.id_dev);
  const { canPlanVisit, canAnswerVisit } = useRights(visit.id_dev);
  const [opened, setOpened] = useState<Opened>();
  const { technician, note, state, wish } = visit;
  const choices: Opened[] = [
    ...(canPlanVisit ? (['done', 'move'] as const) : canAnswerVisit ? (['ask'] as const) : []),
    ...(canAnswerVisit ? (['cancel'] as const) : []),
  ];
  const name = visit.alias?.trim() || ownName;
  const words = state === 'asked' ? wish && `„${wish}“` : note;
  const close = () => setOpened(undefined);
  return (
    <section
      className="flex items-start gap-3 rounded-md bg-inset px-4 py-3 text-md inset-ring inset-ring-line"
      aria-label={t('title')}
    >
      <IconCalendarUser className="mt-0.5 flex-none text-link" size={20} stroke={1.7} aria-hidden />
      <div className="grid min-w-0 flex-1 gap-0.5 wrap-anywhere">
        <strong className="font-semibold">
          {t(state === 'asked' ? 'asked' : 'agreed', { day: dayText(visit) })}
        </strong>
        <span className="text-dim">
          {[technician && personName(technician.name), words].filter(Boolean).join(' · ')}
        </span>
        {choices.length > 0 && (
          <span className="flex flex-wrap gap-x-4">
            {choices.map((choice) => (
              <TextButton key={choice} onClick={() => setOpened(choice)}>
                {t(choice)}
              </TextButton>
            ))}
          </span>
        )}
      </div>
      {opened === 'move' && <VisitDialog deviceId={visit.id_dev} name={name} visit={visit} onClose={close} />}
      {opened && opened !== 'move' && (
        <VisitAnswerDialog visit={visit} name={name} answer={opened} onClose={close} />
      )}
    </section>
  );
}
