import { RuleKind } from '@manoboard/contract/alert/kinds';
import type { PumpCard } from '@manoboard/contract/device/pump-card-state';
import { IconBell, IconCheck, IconHourglass } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { GroupHead } from './group-card.tsx';
import { usePumpText } from './use-pump-text.ts';

/** Rules that are silent, each with the values that it misses. */
export function WaitingCard({ waiting }: Pick<PumpCard, 'waiting'>) {
  const t = useTranslations();
  const id = useId();
  const { nameOf } = usePumpText();
  const all = RuleKind.options.length;
  return (
    <Card aria-labelledby={id}>
      <GroupHead
        id={id}
        icon={IconBell}
        title={t('pumpCard.waiting.title')}
        hint={t('pumpCard.waiting.count', { n: waiting.length, all })}
        isWaiting={waiting.length > 0}
      />
      <ul className="[&_li>span:last-child]:grid">
        {waiting.map(({ kind, missing }) => (
          <li className="flex items-center gap-2.5 border-b border-line py-2.5 last:border-b-0" key={kind}>
            <span
              className="flex-none size-8 bg-run-soft text-run-ink rounded-sm inline-grid place-items-center data-[waiting=true]:bg-wait-soft data-[waiting=true]:text-wait-ink"
              data-waiting
            >
              <IconHourglass size={16} stroke={1.7} aria-hidden />
            </span>
            <span>
              <b>{t(`alertRule.${kind}.title`)}</b>
              <span className="text-md text-dim mt-1">
                {t('pumpCard.waiting.misses', { values: missing.map(nameOf).join(', ') })}
              </span>
            </span>
          </li>
        ))}
        <li className="flex items-center gap-2.5 border-b border-line py-2.5 last:border-b-0">
          <span className="flex-none size-8 bg-run-soft text-run-ink rounded-sm inline-grid place-items-center data-[waiting=true]:bg-wait-soft data-[waiting=true]:text-wait-ink">
            <IconCheck size={16} stroke={1.7} aria-hidden />
          </span>
          <span>
            <b>{t('pumpCard.waiting.others', { n: all - waiting.length })}</b>
            <span className="text-md text-dim mt-1">{t('pumpCard.waiting.othersHint')}</span>
          </span>
        </li>
      </ul>
    </Card>
  );
}
