import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { pumpCardVersionsQuery } from '../../../device/pump-card.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { usePumpFields } from './use-pump-text.ts';

/** The versions of the entered values, with author, time and changes. */
export function HistoryDialog({ deviceId, onClose }: { deviceId: string; onClose: () => void }) {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  const { nameOf, textOf } = usePumpFields();
  const query = useQuery(pumpCardVersionsQuery(deviceId));
  return (
    <Dialog title={t('pumpCard.history.title')} closeLabel={t('common.close')} onClose={onClose}>
      <QueryStates
        query={query}
        failed={t('pumpCard.history.failed')}
        empty={<p className="text-md text-dim mt-1">{t('pumpCard.history.empty')}</p>}
        isLine
      >
        {(versions) => (
          <ol className="grid gap-4">
            {versions.map(({ version, at, by, fields }) => (
              <li key={version}>
                <b className="block">
                  {dateTime(new Date(at * 1000), { dateStyle: 'medium', timeStyle: 'short' })}
                </b>
                <span className="text-md text-dim mt-1">{by ?? t('pumpCard.somebody')}</span>
                <ul className="list-disc mt-1 pl-6.5">
                  {fields.map(({ field, old, new: next }) => (
                    <li key={field}>
                      {nameOf(field) ?? field}: {textOf(field, old)} → {textOf(field, next)}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        )}
      </QueryStates>
    </Dialog>
  );
}
