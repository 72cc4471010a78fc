import { RuleKind } from '@manoboard/contract/alert/rule-kind';
import type { PumpCard } from '@manoboard/contract/device/pump-card-state';
import { IconBell, IconCheck, IconHourglass } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { GroupHead } from './group-card.tsx';
import classes from './pump-card.module.css';
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
      <ul className={classes.rules}>
        {waiting.map(({ kind, missing }) => (
          <li className="row gap-4 pad-4-0 edge-bottom" key={kind}>
            <span className={classes.mark} data-waiting>
              <IconHourglass size={16} stroke={1.7} aria-hidden />
            </span>
            <span>
              <b>{t(`alertRule.${kind}.title`)}</b>
              <span className={classes.quiet}>
                {t('pumpCard.waiting.misses', { values: missing.map(nameOf).join(', ') })}
              </span>
            </span>
          </li>
        ))}
        <li className="row gap-4 pad-4-0 edge-bottom">
          <span className={classes.mark}>
            <IconCheck size={16} stroke={1.7} aria-hidden />
          </span>
          <span>
            <b>{t('pumpCard.waiting.others', { n: all - waiting.length })}</b>
            <span className={classes.quiet}>{t('pumpCard.waiting.othersHint')}</span>
          </span>
        </li>
      </ul>
    </Card>
  );
}
