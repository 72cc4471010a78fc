import type { PumpValueName } from '@manoboard/contract/device/pump-card';
import type { PumpCard } from '@manoboard/contract/device/pump-card-state';
import {
  type Icon,
  IconBarrel,
  IconCpu,
  IconEngine,
  IconGauge,
  IconHourglass,
  IconPropeller,
  IconQuestionMark,
  IconRipple,
  IconRuler2,
  IconUser,
} from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { GROUPS, type GroupName, rowsOf } from './card-fields.ts';
import classes from './pump-card.module.css';
import { usePumpText } from './use-pump-text.ts';

const ICONS: Record<GroupName, Icon> = {
  motor: IconEngine,
  pump: IconPropeller,
  tank: IconBarrel,
  source: IconRipple,
  sensor: IconGauge,
};

const SOURCES = { board: IconCpu, person: IconUser, measured: IconRuler2, unknown: IconQuestionMark };
export type SourceName = keyof typeof SOURCES;
export const SOURCE_NAMES = Object.keys(SOURCES) as SourceName[];

/** Where a value comes from, as icon and word. */
export function SourcePill({ source }: { source: SourceName }) {
  const t = useTranslations('pumpCard');
  const Mark = SOURCES[source];
  return (
    <span className={classes.source} data-source={source}>
      <Mark size={14} stroke={1.7} aria-hidden />
      {t(`source.${source}`)}
    </span>
  );
}

interface HeadProps {
  id: string;
  icon: Icon;
  title: string;
  hint: string;
  isWaiting?: boolean;
}

export const GroupHead = ({ id, icon: Mark, title, hint, isWaiting }: HeadProps) => (
  <div className="flex gap-4 middle margin-bottom-4">
    <span className={classes.mark} data-waiting={isWaiting}>
      <Mark size={18} stroke={1.7} aria-hidden />
    </span>
    <div>
      <h4 className="text-lg bold flush" id={id}>
        {title}
      </h4>
      <p className={classes.quiet}>{hint}</p>
    </div>
  </div>
);

export function GroupFrame({ group, children }: { group: GroupName; children: ReactNode }) {
  const t = useTranslations('pumpCard');
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <GroupHead id={id} icon={ICONS[group]} title={t(`group.${group}`)} hint={t(`groupHint.${group}`)} />
      {children}
    </Card>
  );
}

/** One value: name, value and where it comes from. An unknown one is the word "missing". */
export function ValueRow({ card, name }: { card: PumpCard; name: PumpValueName }) {
  const t = useTranslations('pumpCard');
  const { nameOf, valueText } = usePumpText();
  const value = card.values[name];
  const source = card.sources.find((each) => each.name === name)?.source ?? 'unknown';
  return (
    <div className={classes.row}>
      <dt className="text-md dim">{nameOf(name)}</dt>
      <dd className={`num ${value === undefined ? classes.missing : classes.value}`}>
        {value === undefined ? t('missing') : valueText(name, value)}
      </dd>
      <dd>
        <SourcePill source={source} />
      </dd>
    </div>
  );
}

/** The rules that wait for a value of this group. */
function WaitingNotes({ card, group }: { card: PumpCard; group: GroupName }) {
  const t = useTranslations();
  const { nameOf } = usePumpText();
  const names: readonly PumpValueName[] = GROUPS[group];
  const notes = card.waiting
    .map(({ kind, missing }) => ({ kind, missing: missing.filter((name) => names.includes(name)) }))
    .filter(({ missing }) => missing.length > 0);
  return notes.map(({ kind, missing }) => (
    <p key={kind} className={classes.note}>
      <IconHourglass size={15} stroke={1.7} aria-hidden />
      <span>
        <b>{t(`alertRule.${kind}.title`)}</b>{' '}
        {t('pumpCard.waitsFor', { values: missing.map(nameOf).join(', ') })}
      </span>
    </p>
  ));
}

export function GroupCard({ card, group }: { card: PumpCard; group: GroupName }) {
  return (
    <GroupFrame group={group}>
      <dl className="flush">
        {rowsOf(group, card.values).map((name) => (
          <ValueRow key={name} card={card} name={name} />
        ))}
      </dl>
      <WaitingNotes card={card} group={group} />
    </GroupFrame>
  );
}
