import type { PumpCard } from '@manoboard/contract/device/pump-card-state';
import { IconHistory, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { pumpCardQuery } from '../../../device/pump-card.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { Button } from '../../../ui/button.tsx';
import { GROUP_NAMES, VALUE_COUNT } from './card-fields.ts';
import { CardForm } from './card-form.tsx';
import { GroupCard, SOURCE_NAMES, SourcePill } from './group-card.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { WaitingCard } from './waiting-card.tsx';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

interface Props {
  device: { id: string; name: string };
  canConfigure: boolean;
}

/** Sources of values, in words. */
function Legend() {
  const t = useTranslations('pumpCard');
  return (
    <p className="flex flex-wrap gap-4 text-md text-dim items-center mt-gutter">
      {t('legend')}
      {SOURCE_NAMES.map((source) => (
        <span key={source}>
          <SourcePill source={source} /> {t(`sourceHint.${source}`)}
        </span>
      ))}
    </p>
  );
}

function Changed({ card }: { card: PumpCard }) {
  const t = useTranslations('pumpCard');
  const { dateTime } = useFormatter();
  if (card.changed_at === null) return null;
  const time = dateTime(new Date(card.changed_at * 1000), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <p className="text-md text-dim mt-1">{t('changed', { name: card.changed_by ?? t('somebody'), time })}</p>
  );
}

function Card({ device, canConfigure, card }: Props & { card: PumpCard }) {
  const t = useTranslations('pumpCard');
  const [isEditing, setEditing] = useState(false);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const known = Object.keys(card.values).length;
  return (
    <>
      <div className="flex flex-wrap gap-4 justify-between items-start mb-gutter">
        <div>
          <h3 className="text-lg font-semibold">{t('title')}</h3>
          <p className="text-md text-dim mt-1">
            {t(known === 0 ? 'nothing' : 'known', { n: known, all: VALUE_COUNT })}
          </p>
          <Changed card={card} />
          {!canConfigure && <p className="text-md text-dim mt-1">{t('readOnly')}</p>}
        </div>
        {!isEditing && (
          <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:*:grow max-sm:*:basis-full max-sm:*:min-h-11">
            <Button variant="subtle" icon={<IconHistory {...icon} />} onClick={() => setHistoryOpen(true)}>
              {t('history.open', { n: card.version })}
            </Button>
            {canConfigure && (
              <Button icon={<IconPencil {...icon} />} onClick={() => setEditing(true)}>
                {t('edit')}
              </Button>
            )}
          </div>
        )}
      </div>
      {isEditing ? (
        <CardForm device={device} card={card} onClose={() => setEditing(false)} />
      ) : (
        <>
          <div className="grid gap-gutter items-start cols-fit-76">
            {GROUP_NAMES.map((group) => (
              <GroupCard key={group} card={card} group={group} />
            ))}
            <WaitingCard waiting={card.waiting} />
          </div>
          <Legend />
        </>
      )}
      {isHistoryOpen && <HistoryDialog deviceId={device.id} onClose={() => setHistoryOpen(false)} />}
    </>
  );
}

/** The pump of a device: its numbers with their sources, and the rules that wait for one. */
export function PumpCardPage(props: Props) {
  const t = useTranslations();
  const query = useQuery(pumpCardQuery(props.device.id));
  return (
    <QueryStates
      query={query}
      failed={t('pumpCard.failed')}
      cards={3}
      stale={(time) => t('panel.stale', { time })}
    >
      {(card) => <Card {...props} card={card} />}
    </QueryStates>
  );
}
