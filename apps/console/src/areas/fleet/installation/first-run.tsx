import type { FirstRun as FirstRunState, Installation } from '@manoboard/contract/installation/installation';
import { addressFindings, boardAddress } from '@manoboard/domain/installation/addresses';
import { firstRunSteps } from '@manoboard/domain/installation/first-run';
import {
  IconBell,
  IconCheck,
  IconChevronRight,
  IconDatabaseExport,
  IconUsers,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { config } from '../../../lib/page/config.ts';
import { paths } from '../../../lib/page/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import { dismissFirstRun, firstRunQuery, installationQuery } from './api.ts';
import { AddressStep, BoardStep, MailStep } from './first-run-steps.tsx';

interface Props {
  /** Leads to the enrolment of boards. */
  enrolLink: ReactNode;
}

function factsOf({ address, broker, mail }: Installation, { mail: test, boards }: FirstRunState) {
  const { url, finding } = boardAddress({
    publicMqttUrl: broker.public_url,
    brokerUrl: broker.url,
    publicUrl: address.public_url,
  });
  return {
    boardUrl: url,
    hasMailServer: mail.server !== null,
    isMailOpened: test.opened_at !== null,
    addressFindings: addressFindings({
      publicUrl: address.public_url,
      browserOrigin: window.location.origin,
      host: address.host,
      isForwarded: address.is_forwarded,
      isProxyTrusted: address.is_proxy_trusted,
      hasTls: address.has_tls,
    }),
    brokerFinding: finding,
    isBrokerUp: broker.is_up,
    boards: boards.reported,
  };
}

/** The checklist of a new installation, until its steps are done or it is dismissed. */
export function FirstRun({ enrolLink }: Props) {
  const t = useTranslations('firstRun');
  const id = useId();
  const firstRun = useQuery(firstRunQuery);
  const installation = useQuery({ ...installationQuery, enabled: firstRun.data?.is_shown === true });
  if (!firstRun.data?.is_shown || !installation.data) return null;
  const found = factsOf(installation.data, firstRun.data);
  const steps = firstRunSteps(found);
  const done = Object.values(steps).filter((state) => state === 'done').length;
  if (done === 3) return null;
  const dismiss = () => void dismissFirstRun().then(() => firstRun.refetch());
  return (
    <section aria-labelledby={id} className="mb-8">
      <header className="flex flex-wrap justify-between gap-y-3 gap-x-6.5 items-end mb-5">
        <div>
          <h2 className="text-title font-bold leading-[1.15] tracking-tight max-sm:text-xl" id={id}>
            {t('title', { left: 3 - done })}
          </h2>
          <p className="text-dim text-md mt-1.5">{t('lead')}</p>
        </div>
        <div className="flex items-center gap-2 text-md">
          {[1, 2, 3].map((step) => (
            <span
              className="rounded-lg bg-line w-14 h-1.5 data-done:bg-run"
              key={step}
              data-done={step <= done || undefined}
              aria-hidden="true"
            />
          ))}
          <strong className="ml-1.5">{t('progress', { done })}</strong>
        </div>
      </header>
      <div className="grid items-start gap-gutter grid-cols-[minmax(0,1fr)_22rem] max-lg:grid-cols-1">
        <ol className="grid gap-gutter">
          <MailStep
            state={steps.mail}
            installation={installation.data}
            test={firstRun.data.mail}
            onSent={() => void firstRun.refetch()}
          />
          <AddressStep
            state={steps.address}
            installation={installation.data}
            facts={found}
            isChecking={installation.isFetching}
            onRetry={() => void installation.refetch()}
          />
          <BoardStep
            state={steps.board}
            boardUrl={found.boardUrl}
            enrolled={firstRun.data.boards.enrolled}
            link={enrolLink}
          />
        </ol>
        <div className="grid gap-3 justify-items-start">
          <RunningCard installation={installation.data} />
          <AfterCard hasBackups={installation.data.backup.every_hours !== null} />
          <p className="text-md text-dim">{t('note')}</p>
          <Button
            variant="subtle"
            size="sm"
            icon={<IconX size={16} stroke={1.8} aria-hidden />}
            onClick={dismiss}
          >
            {t('dismiss')}
          </Button>
        </div>
      </div>
    </section>
  );
}

function RunningCard({ installation: { database, disk, backup } }: { installation: Installation }) {
  const t = useTranslations('firstRun.running');
  const { number, dateTime } = useFormatter();
  const free = disk.free_bytes;
  const rows = [
    [t('version'), config.version],
    [t('database'), t('connected', { version: database.version })],
    [
      t('backup'),
      backup.last ? dateTime(new Date(backup.last.at), { dateStyle: 'medium', timeStyle: 'short' }) : null,
      backup.every_hours === null ? t('noBackup') : t('backupDue'),
    ],
    [
      t('free'),
      free === null
        ? t('unknown')
        : number(free / 1e9, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 0 }),
    ],
  ] as const;
  return (
    <Card aria-labelledby="first-run-running" className="w-full">
      <div className="flex flex-wrap justify-between gap-y-2 gap-x-4 w-full items-baseline">
        <SectionHead id="first-run-running" title={t('title')} />
        {disk.space === 'ok' && (
          <StatePill tone="run" icon={<IconCheck aria-hidden />}>
            {t('fine')}
          </StatePill>
        )}
      </div>
      <dl className="text-md [&>*+*]:border-t [&>*+*]:border-line">
        {rows.map(([label, value, fallback]) => (
          <div className="flex justify-between gap-4 py-2" key={label}>
            <dt className="text-dim">{label}</dt>
            <dd className="font-medium text-right">{value ?? fallback}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Optional next steps for the operator. */
function AfterCard({ hasBackups }: { hasBackups: boolean }) {
  const t = useTranslations('firstRun.after');
  const entries = [
    { name: 'people', to: paths.users, Icon: IconUsers },
    { name: 'receivers', to: paths.notifications, Icon: IconBell },
    ...(hasBackups ? [] : [{ name: 'backup', to: paths.installation, Icon: IconDatabaseExport } as const]),
  ] as const;
  return (
    <Card aria-labelledby="first-run-after" className="w-full">
      <SectionHead id="first-run-after" title={t('title')} hint={t('hint')} />
      <ul className="[&>*+*]:border-t [&>*+*]:border-line">
        {entries.map(({ name, to, Icon }) => (
          <li key={name}>
            <Link className="flex items-center gap-3 py-2.5 text-ink hover:underline" to={to}>
              <Icon size={18} stroke={1.7} className="text-dim flex-none" aria-hidden />
              <span className="grid min-w-0 flex-1">
                <b className="text-md font-semibold">{t(name)}</b>
                <small className="text-dim">{t(`note.${name}`)}</small>
              </span>
              <IconChevronRight size={18} stroke={1.8} className="text-dim flex-none" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
