import type { Installation } from '@manoboard/contract/installation/installation';
import { addressFindings, boardAddress } from '@manoboard/domain/installation/addresses';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { config } from '../../../lib/page/config.ts';
import { PageHead } from '../../../ui/heading.tsx';
import { installationQuery } from './api.ts';
import { CheckCard } from './checks.tsx';
import { MailCard } from './mail-card.tsx';
import { ReachCard } from './reach-card.tsx';

interface Props {
  /** Renders the enrolment of a board, for this address of the broker and the fingerprint to pin. */
  enrolment: (boardUrl: string, fingerprint: string | null) => ReactNode;
}

/** The state of the installation, for Super Sellers. */
export function InstallationView({ enrolment }: Props) {
  const t = useTranslations('installation');
  const query = useQuery(installationQuery);
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      <QueryStates query={query} failed={t('failed')} stale={(time) => t('stale', { time })} cards={3}>
        {(data) => (
          <div className="grid items-start gap-gutter grid-cols-2 max-lg:grid-cols-1">
            <div className="grid gap-gutter min-w-0">
              <AddressCard address={data.address} />
              <BrokerCard installation={data} />
              {enrolment(boardAddressOf(data).url, data.broker.fingerprint)}
              <BackupCard backup={data.backup} />
            </div>
            <div className="grid gap-gutter min-w-0">
              <MailCard mail={data.mail} />
              <ReachCard />
              <ServerCard {...data} />
            </div>
          </div>
        )}
      </QueryStates>
    </>
  );
}

function AddressCard({ address }: { address: Installation['address'] }) {
  const t = useTranslations('installation.address');
  const { public_url: publicUrl, links_url: links, host, is_forwarded, is_proxy_trusted, has_tls } = address;
  const { origin: used } = window.location;
  const findings = addressFindings({
    publicUrl,
    browserOrigin: used,
    host,
    isForwarded: is_forwarded,
    isProxyTrusted: is_proxy_trusted,
    hasTls: has_tls,
  });
  return (
    <CheckCard
      id="installation-address"
      title={t('title')}
      facts={[
        [t('configured'), publicUrl ?? t('none')],
        [t('used'), used],
        [t('links'), links],
      ]}
      warnings={findings.map((finding) => t(`finding.${finding}`, { links, host, used }))}
      fine={t('fine')}
    />
  );
}

const boardAddressOf = ({ broker, address }: Installation) =>
  boardAddress({
    publicMqttUrl: broker.public_url,
    brokerUrl: broker.url,
    publicUrl: address.public_url,
  });

function BrokerCard({ installation }: { installation: Installation }) {
  const t = useTranslations('installation.broker');
  const { broker } = installation;
  const { url, finding } = boardAddressOf(installation);
  const facts: [string, string][] = [
    [t('address'), url],
    [t('listens'), broker.url],
  ];
  if (broker.fingerprint) facts.push([t('fingerprint'), broker.fingerprint]);
  return (
    <CheckCard
      id="installation-broker"
      title={t('title')}
      facts={facts}
      warnings={[...(broker.is_up ? [] : [t('down')]), ...(finding ? [t(`finding.${finding}`)] : [])]}
      fine={t('up')}
    />
  );
}

function BackupCard({ backup }: { backup: Installation['backup'] }) {
  const t = useTranslations('installation.backup');
  const { number, dateTime } = useFormatter();
  const { every_hours: every, last, failure, copy, check, is_healthy: isHealthy } = backup;
  const timeOf = (at: string) => dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });
  const warnings = [
    ...(every === null ? [t('off')] : []),
    ...(failure ? [t('failed', { time: timeOf(failure.at), error: failure.error })] : []),
    ...(copy?.error ? [t('copyFailed', { time: timeOf(copy.at), error: copy.error })] : []),
    ...(check?.error ? [t('checkFailed', { time: timeOf(check.at), error: check.error })] : []),
    ...(!failure && !copy?.error && !check?.error && !isHealthy ? [t('late')] : []),
  ];
  const size = (bytes: number) =>
    number(bytes / 1e6, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  const facts: [string, string][] = [[t('last'), last ? timeOf(last.at) : t('none')]];
  if (last) {
    facts.push([t('size'), size(last.size_bytes)]);
    facts.push([t('encrypted'), t(last.is_encrypted ? 'yes' : 'no')]);
  }
  if (copy && !copy.error) facts.push([t('copied'), timeOf(copy.at)]);
  if (check && !check.error) facts.push([t('checked'), timeOf(check.at)]);
  if (every !== null) facts.push([t('every'), t('hours', { count: every })]);
  return (
    <CheckCard
      id="installation-backup"
      title={t('title')}
      facts={facts}
      warnings={warnings}
      fine={last ? t('fine') : t('waiting')}
    />
  );
}

function ServerCard({ database, disk, memory }: Pick<Installation, 'database' | 'disk' | 'memory'>) {
  const t = useTranslations('installation.server');
  const { number } = useFormatter();
  const gigabytes = (bytes: number) =>
    number(bytes / 1e9, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 2 });
  const { version } = database;
  return (
    <CheckCard
      id="installation-server"
      title={t('title')}
      facts={[
        [t('version'), config.version],
        [t('database'), t(database.is_embedded ? 'embedded' : 'own', { version })],
        [t('size'), gigabytes(database.size_bytes)],
        [t('free'), disk.free_bytes === null ? t('unknown') : gigabytes(disk.free_bytes)],
        [t('retention'), t('days', { count: disk.retention_days })],
        [
          t('memory'),
          t('memoryOf', {
            used: gigabytes(memory.used_bytes),
            limit: gigabytes(memory.heap_limit_bytes),
            growth: number(memory.heap_growth_percent / 100, { style: 'percent' }),
          }),
        ],
      ]}
      warnings={disk.space === 'ok' ? [] : [t(`disk.${disk.space}`)]}
      fine={t('fine')}
    />
  );
}
