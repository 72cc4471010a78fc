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
    <span
      className="text-sm inline-flex items-center gap-1 px-2 text-dim whitespace-nowrap bg-inset rounded-sm leading-[1.6rem] data-[source=unknown]:bg-wait-soft data-[source=unknown]:text-wait-ink data-[source=measured]:bg-run-soft data-[source=measured]:text-run-ink"
      data-source={source}
    >
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
  <div className="flex items-center gap-2.5 mb-2.5">
    <span
      className="flex-none size-8 bg-run-soft text-run-ink rounded-sm inline-grid place-items-center data-[waiting=true]:bg-wait-soft data-[waiting=true]:text-wait-ink"
      data-waiting={isWaiting}
    >
      <Mark size={18} stroke={1.7} aria-hidden />
    </span>
    <div>
      <h4 className="text-lg font-semibold" id={id}>
        {title}
      </h4>
      <p className="text-md text-dim mt-1">{hint}</p>
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
    <div className="grid gap-2.5 items-center border-b border-line grid-cols-[minmax(6rem,1fr)_minmax(0,auto)_7.4rem] min-h-9 max-sm:grid-cols-[minmax(6rem,1fr)_minmax(0,auto)] max-sm:px-0 max-sm:py-2 [&_dd]:wrap-anywhere last:border-b-0 max-sm:[&_dd:last-child]:col-start-2 max-sm:[&_dd:last-child]:justify-self-end">
      <dt className="text-md text-dim">{nameOf(name)}</dt>
      <dd
        className={`tabular-nums tracking-tight ${value === undefined ? 'text-wait-ink' : 'font-semibold text-right'}`}
      >
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
    <p
      key={kind}
      className="flex gap-2 text-md px-3 py-2.5 bg-wait-soft text-wait-ink rounded-sm mt-2.5 items-start"
    >
      <IconHourglass className="flex-none mt-1" size={15} stroke={1.7} aria-hidden />
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
      <dl>
        {rowsOf(group, card.values).map((name) => (
          <ValueRow key={name} card={card} name={name} />
        ))}
      </dl>
      <WaitingNotes card={card} group={group} />
    </GroupFrame>
  );
}
