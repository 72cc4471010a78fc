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
import classes from './help.module.css';
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
    <dl className={classes.states}>
      {STATES.map((state) => (
        <div key={state}>
          <dt>
            <PumpPill status={state} />
          </dt>
          <dd className="flush">{t(state)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A sketch of the pressure while the pump runs, waits and runs again. */
function WaitingChart() {
  const t = useTranslations();
  return (
    <div className={classes.chart} role="img" aria-label={t('help.waitingChart')}>
      <svg viewBox="0 0 460 100" preserveAspectRatio="none" aria-hidden="true">
        <rect x="140" width="170" height="100" className={classes.chartWait} />
        <path d="M8 46H452" className={classes.chartRequired} />
        <path
          d="M8 47C40 34 90 48 142 25C200 28 250 58 320 73C345 48 380 46 452 46"
          className={classes.chartPressure}
        />
      </svg>
      <figcaption aria-hidden="true">
        <span>{t('pump.state.running')}</span>
        <span>{t('pump.state.waiting')}</span>
        <span>{t('pump.state.running')}</span>
      </figcaption>
      <span className={classes.chartLabel} aria-hidden="true">
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
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('help.code')}</th>
          <th scope="col">{t('help.display')}</th>
          <th scope="col">{t('device.field.fault')}</th>
        </tr>
      </thead>
      <tbody>
        {FAULT_ROWS.map(({ code, name, kind }) => (
          <tr key={`${code} ${name}`}>
            <td className="num">{code}</td>
            <td>{name}</td>
            <td>
              <SectionLink id={faultSection(kind)}>{t(`fault.${kind}.title`)}</SectionLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const HOLDERS = ['owner', 'delegate'] as const;

function Cell({ isAllowed }: { isAllowed: boolean }) {
  const t = useTranslations('help');
  return (
    <td className={classes.cell}>
      {isAllowed ? (
        <>
          <IconCheck size={18} stroke={2.4} aria-hidden />
          <span className="vh">{t('yes')}</span>
        </>
      ) : (
        <>
          <span aria-hidden="true">–</span>
          <span className="vh">{t('no')}</span>
        </>
      )}
    </td>
  );
}

/** R7: the permissions of each role, from the policy that the server checks. */
function Rights({ help }: { help: HelpTexts }) {
  const t = useTranslations();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by the keyboard.
    <section className={classes.scroll} aria-label={t('help.rights')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('help.action')}</th>
            <th scope="col">{t('role.owner')}</th>
            <th scope="col">{t('help.delegate')}</th>
            {Role.options.toReversed().map((role) => (
              <th key={role} scope="col">
                {t(`role.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ACTIONS.map((action) => (
            <tr key={action}>
              <th scope="row">{help.rights[action]}</th>
              {HOLDERS.map((relation) => (
                <Cell key={relation} isAllowed={can(action, [], relation)} />
              ))}
              {Role.options.toReversed().map((role) => (
                <Cell key={role} isAllowed={can(action, [role], 'none')} />
              ))}
            </tr>
          ))}
          {GlobalPermission.options.map((permission) => (
            <tr key={permission}>
              <th scope="row">{help.rights[permission]}</th>
              {HOLDERS.map((relation) => (
                <Cell key={relation} isAllowed={false} />
              ))}
              {Role.options.toReversed().map((role) => (
                <Cell key={role} isAllowed={hasGlobalPermission(permission, [role])} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
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
