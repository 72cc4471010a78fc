import { Role } from '@manoboard/contract/account/account';
import { GlobalPermission } from '@manoboard/contract/account/staff';
import { AlertCode } from '@manoboard/contract/alert/alert';
import type { DeviceAction } from '@manoboard/contract/device/device-access';
import { can, hasGlobalPermission, policy } from '@manoboard/domain/access/policy';
import type { HelpPart, HelpTexts } from '@manoboard/i18n/help/help';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PumpStatus } from '../../../device/device-view.ts';
import { PumpPill } from '../../../device/pump-status.tsx';
import { alertSection } from '../../../lib/page/help-link.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { alertName, FAULT_ROWS, faultSection } from './help-sections.ts';
import { SectionLink } from './section-link.tsx';

const ACTIONS = Object.keys(policy) as DeviceAction[];
const STATES: readonly PumpStatus[] = [
  'running',
  'waiting',
  'stopped',
  'fault',
  'no_power',
  'stale',
  'offline',
  'unknown',
  'connecting',
];

function States() {
  const t = useTranslations('pump.meaning');
  return (
    <dl className="grid gap-2.5 mb-4">
      {STATES.map((state) => (
        <div
          className="grid gap-y-1 gap-x-4 items-center grid-cols-[15rem_minmax(0,1fr)] max-md:grid-cols-1 max-md:mb-1.5"
          key={state}
        >
          <dt>
            <PumpPill status={state} />
          </dt>
          <dd>{t(state)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A sketch of the pressure while the pump runs, waits and runs again. */
function WaitingChart() {
  const t = useTranslations();
  return (
    <div className="relative mb-4" role="img" aria-label={t('help.waitingChart')}>
      <svg
        className="block w-full rounded-md bg-inset h-27"
        viewBox="0 0 460 100"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect x="140" width="170" height="100" className="fill-wait-soft" />
        <path
          d="M8 46H452"
          className="fill-none [vector-effect:non-scaling-stroke] stroke-dim [stroke-dasharray:6_4] stroke-[1.25]"
        />
        <path
          d="M8 47C40 34 90 48 142 25C200 28 250 58 320 73C345 48 380 46 452 46"
          className="fill-none [vector-effect:non-scaling-stroke] stroke-(--c-pressure) stroke-[2.25]"
        />
      </svg>
      <figcaption
        className="grid text-dim text-sm font-semibold text-center grid-cols-3 mt-1.5"
        aria-hidden="true"
      >
        <span>{t('pump.state.running')}</span>
        <span className="text-wait-ink">{t('pump.state.waiting')}</span>
        <span>{t('pump.state.running')}</span>
      </figcaption>
      <span className="text-sm text-dim absolute top-3 right-3.5" aria-hidden="true">
        {t('pressure.required')}
      </span>
    </div>
  );
}

function Alerts({ help }: { help: HelpTexts }) {
  const t = useTranslations();
  return (
    <ul>
      {AlertCode.options.map((code) => (
        <li key={code}>
          <SectionLink id={alertSection(code)}>{alertName(code, help, (key) => t(key))}</SectionLink>
        </li>
      ))}
    </ul>
  );
}

function Faults() {
  const t = useTranslations();
  return (
    <Table
      columns={[
        {
          key: 'code',
          header: t('help.code'),
          className: 'tabular-nums tracking-tight',
          cell: ({ code }) => code,
        },
        { key: 'display', header: t('help.display'), cell: ({ name }) => name },
        {
          key: 'fault',
          header: t('device.field.fault'),
          cell: ({ kind }) => <SectionLink id={faultSection(kind)}>{t(`fault.${kind}.title`)}</SectionLink>,
        },
      ]}
      rows={FAULT_ROWS}
      rowKey={({ code, name }) => `${code} ${name}`}
    />
  );
}

function Mark({ isAllowed }: { isAllowed: boolean }) {
  const t = useTranslations('help');
  return (
    <>
      {isAllowed ? (
        <IconCheck className="inline text-run-ink" size={18} stroke={2.4} aria-hidden />
      ) : (
        <span aria-hidden="true">–</span>
      )}
      <span className="sr-only">{t(isAllowed ? 'yes' : 'no')}</span>
    </>
  );
}

interface Right {
  name: DeviceAction | GlobalPermission;
  isAllowed: (roles: readonly Role[], relation: 'owner' | 'delegate' | 'none') => boolean;
}

const RIGHTS: readonly Right[] = [
  ...ACTIONS.map(
    (name) =>
      ({
        name,
        isAllowed: (roles, relation) => can(name, roles, relation),
      }) satisfies Right,
  ),
  ...GlobalPermission.options.map(
    (name) =>
      ({
        name,
        isAllowed: (roles) => hasGlobalPermission(name, roles),
      }) satisfies Right,
  ),
];

/** R7: the permissions of each role, from the policy that the server checks. */
function Rights({ help }: { help: HelpTexts }) {
  const t = useTranslations();
  const column = (header: string, isAllowed: (right: Right) => boolean): Column<Right> => ({
    key: header,
    header,
    className: 'text-dim text-center!',
    cell: (right) => <Mark isAllowed={isAllowed(right)} />,
  });
  const columns: Column<Right>[] = [
    {
      key: 'action',
      header: t('help.action'),
      isRowHead: true,
      className: 'min-w-52 font-normal',
      cell: ({ name }) => help.rights[name],
    },
    column(t('role.owner'), ({ isAllowed }) => isAllowed([], 'owner')),
    column(t('help.delegate'), ({ isAllowed }) => isAllowed([], 'delegate')),
    ...Role.options
      .toReversed()
      .map((role) => column(t(`role.${role}`), ({ isAllowed }) => isAllowed([role], 'none'))),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by the keyboard.
    <section className="relative overflow-x-auto mb-4" aria-label={t('help.rights')} tabIndex={0}>
      <Table columns={columns} rows={RIGHTS} rowKey={({ name }) => name} isDense />
    </section>
  );
}

export function HelpPartView({ part, help }: { part: HelpPart; help: HelpTexts }) {
  const parts: Record<HelpPart, () => ReactNode> = {
    states: () => <States />,
    waiting: () => <WaitingChart />,
    alerts: () => <Alerts help={help} />,
    faults: () => <Faults />,
    rights: () => <Rights help={help} />,
  };
  return parts[part]();
}
