import type { ListedRelease, VersionCount } from '@manoboard/contract/firmware/firmware-release';
import { compareVersions } from '@manoboard/domain/firmware/version';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { VirtualRows } from '../../../ui/virtual-rows.tsx';
import { releasesQuery, type VersionFilter, versionDevicesQuery, versionsQuery } from './api.ts';
import { lineClass, quietClass, rowsClass } from './fleet-firmware-classes.ts';
import { MoreButton, type VersionLink } from './panel.tsx';

interface Props {
  chosen: VersionFilter | undefined;
  VersionLink: VersionLink;
}

/** R4.14: how many devices run which version; each count leads to its devices. */
export function VersionsCard({ chosen, VersionLink }: Props) {
  const t = useTranslations('fleetFirmware.versions');
  const query = useQuery(versionsQuery);
  const { data: releases = [] } = useQuery(releasesQuery);
  return (
    <QueryPanel id="firmware-versions" title={t('title')} query={query}>
      {(rows) => (
        <>
          {rows.length === 0 && <p className={quietClass}>{t('none')}</p>}
          <ul className={rowsClass}>
            {rows.map((row) => (
              <VersionRow
                key={`${row.hw} ${row.version}`}
                row={row}
                rows={rows}
                releases={releases}
                chosen={chosen}
                VersionLink={VersionLink}
              />
            ))}
          </ul>
        </>
      )}
    </QueryPanel>
  );
}

/** The newest offered release for this hardware. */
function newestFor(hw: string | null, releases: readonly ListedRelease[]): string | undefined {
  const versions = releases.filter((release) => release.hw === hw && release.is_trusted);
  return versions
    .map(({ version }) => version)
    .sort(compareVersions)
    .at(-1);
}

interface RowProps extends Props {
  row: VersionCount;
  rows: readonly VersionCount[];
  releases: readonly ListedRelease[];
}

function VersionRow({ row, rows, releases, chosen, VersionLink }: RowProps) {
  const t = useTranslations('fleetFirmware.versions');
  const label = useVersionLabel();
  const { version, hw, devices } = row;
  const total = rows.reduce((sum, each) => sum + each.devices, 0);
  const newest = newestFor(hw, releases);
  const difference = newest && version ? compareVersions(version, newest) : undefined;
  const filter = { version: version ?? '', hw: hw ?? '' };
  const isChosen = chosen?.version === filter.version && chosen.hw === filter.hw;
  return (
    <li data-chosen={isChosen || undefined}>
      <p className={lineClass}>
        <span>
          <strong className="tabular-nums tracking-tight">{label(version)}</strong>{' '}
          <span className={quietClass}>{hw ?? t('unknownHw')}</span>
        </span>
        <VersionLink filter={filter}>{t('devices', { count: devices })}</VersionLink>
      </p>
      <span
        className="block w-full rounded-lg min-w-0.5 h-1.5 my-1.5 bg-accent origin-left"
        style={{ transform: `scaleX(${devices / total})` }}
        aria-hidden="true"
      />
      {difference !== undefined && newest && (
        <p className={quietClass}>{difference < 0 ? t('outdated', { version: newest }) : t('newest')}</p>
      )}
    </li>
  );
}

function useVersionLabel() {
  const t = useTranslations('fleetFirmware.versions');
  return (version: string | null) => version || t('unknown');
}

const DEVICE_ROW_PX = 58;

interface DevicesProps {
  filter: VersionFilter;
  close: (text: string) => ReactNode;
}

/** The devices with one version. */
export function VersionDevices({ filter, close }: DevicesProps) {
  const t = useTranslations('fleetFirmware.versions');
  const label = useVersionLabel();
  const query = useInfiniteQuery(versionDevicesQuery(filter));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Without braces React would take its promise for a cleanup.
    place.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const title = t('devicesOf', { version: label(filter.version), hw: filter.hw || t('unknownHw') });
  return (
    <div ref={place}>
      <QueryPanel id="firmware-devices" title={title} query={query}>
        {({ pages }) => {
          const items = [
            ...new Map(pages.flatMap((page) => page.items).map((row) => [row.id_dev, row])).values(),
          ];
          return (
            <>
              {items.length === 0 && <p className={quietClass}>{t('noDevices')}</p>}
              <VirtualRows
                className={rowsClass}
                items={items}
                keyOf={({ id_dev }) => id_dev}
                rowPx={DEVICE_ROW_PX}
              >
                {({ id_dev, alias, owner }) => (
                  <div className={lineClass}>
                    <span>
                      <DeviceLink deviceId={id_dev}>{alias?.trim() || id_dev}</DeviceLink>{' '}
                      {alias?.trim() && (
                        <span className={`${quietClass} tabular-nums tracking-tight`}>{id_dev}</span>
                      )}
                    </span>
                    <span className={quietClass}>{owner ?? t('noOwner')}</span>
                  </div>
                )}
              </VirtualRows>
              <MoreButton query={query} hidden={(pages.at(-1)?.total ?? 0) - items.length} />
            </>
          );
        }}
      </QueryPanel>
      <p className="mt-2 text-md [&_a]:text-link [&_a]:font-medium pointer-coarse:[&_a]:inline-block pointer-coarse:[&_a]:py-3 pointer-coarse:[&_a]:-my-3">
        {close(t('close'))}
      </p>
    </div>
  );
}
