import type { HistoryLevel } from '@manoboard/contract/history/history';
import { historyCalls } from '@manoboard/contract/history/history.calls';
import { DAY_S } from '@manoboard/domain/time';
import { IconBraces, IconDownload, IconFileTypeCsv, IconPhoto, IconTable, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useDevice } from '../../../device/use-device.ts';
import { address } from '../../../lib/http/http.ts';
import { readQuery } from '../../../lib/http/read-query.ts';
import { useProblemToast } from '../../../lib/http/use-problem-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { Button } from '../../../ui/button.tsx';
import { Dropdown, DropdownItem, DropdownLabel, DropdownLine } from '../../../ui/dropdown.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useOfferedPanels } from './flow-card.ts';
import type { Bounds } from './view.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
/** Longest range with a row per minute; longer ranges have a row per hour. */
const MINUTES_UP_TO_S = 2 * 86_400;
const LEVEL_S = { minute: 60, hour: 3600 };
/** R4.4: default frame intervals, for a board whose intervals are unknown. */
const USUAL_S = { running: 5, asleep: 30 };

/** Two digits are enough for an estimate. */
function roundTo(count: number, round: (value: number) => number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return round(count / unit) * unit;
}

/** What an export can contain; loaded when the panel opens. */
const storedQuery = (deviceId: string) =>
  readQuery(['history-stored', deviceId], historyCalls.historyStored, { params: { id: deviceId } });

interface Props {
  device: { id: string; name: string };
  bounds: Bounds;
  onPicture: (period: string) => Promise<void>;
}

interface Progress {
  bytes: number;
  cancel: () => void;
}

/** Downloads with progress; a second one waits for the end of the first. */
function useDownload() {
  const t = useTranslations();
  const toastProblem = useProblemToast();
  const [progress, setProgress] = useState<Progress>();
  async function start(href: string, fileName: string) {
    const controller = new AbortController();
    const show = (bytes: number) => setProgress({ bytes, cancel: () => controller.abort() });
    show(0);
    try {
      const { download } = await import('../../../lib/http/download.ts');
      await download(href, fileName, { onBytes: show, signal: controller.signal });
      toast(t('graphs.export.done', { file: fileName }));
    } catch (error) {
      if (!controller.signal.aborted) toastProblem(error);
    }
    setProgress(undefined);
  }
  return { progress, start };
}

type Kind = 'historyCsv' | 'historyNdjson';

interface ItemsProps extends Pick<Props, 'device' | 'bounds'> {
  onFile: (kind: Kind, level: HistoryLevel) => void;
  onPicture: (period: string) => void;
}

/** R4.13: rows that exist, with the start of what is stored when the range begins before it. */
function useHints({ device, bounds }: Pick<Props, 'device' | 'bounds'>, level: 'minute' | 'hour') {
  const t = useTranslations('graphs.export');
  const { number, dateTime } = useFormatter();
  const { data: stored, isError } = useQuery(storedQuery(device.id));
  const everyS = useDevice(device.id, ({ last }) => last?.every_s) ?? USUAL_S;
  const upTo = (count: number) => number(roundTo(count, Math.ceil));

  function hintOf(of: HistoryLevel, rowsOf: (lengthS: number) => string): string {
    const lengthS = bounds.toS - bounds.fromS;
    if (!stored) return isError ? rowsOf(lengthS) : t('checking');
    const { from, days } = stored[of];
    if (from === null || from >= bounds.toS) return t('nothing');
    if (from <= bounds.fromS) return rowsOf(lengthS);
    const date = dateTime(new Date(from * 1000), { dateStyle: 'medium', timeStyle: 'short' });
    // Whole days are deleted, so the start may be up to two days after the limit.
    const isKept = of === 'raw' && serverNowS() - from > (days - 2) * DAY_S;
    return `${isKept ? t('kept', { days, date }) : t('since', { date })} · ${rowsOf(bounds.toS - from)}`;
  }
  const rawRows = (key: 'rawHint' | 'ndjsonHint') => (lengthS: number) =>
    t(key, {
      least: number(roundTo(lengthS / everyS.asleep, Math.floor)),
      most: upTo(lengthS / everyS.running),
    });
  return {
    csv: hintOf(level, (lengthS) => t(`csvHint.${level}`, { rows: upTo(lengthS / LEVEL_S[level]) })),
    raw: hintOf('raw', rawRows('rawHint')),
    ndjson: hintOf('raw', rawRows('ndjsonHint')),
  };
}

/** What the panel of the menu lists; it loads when the panel opens. */
function ExportItems({ device, bounds, onFile, onPicture }: ItemsProps) {
  const t = useTranslations('graphs.export');
  const { dateTimeRange } = useFormatter();
  const panels = useOfferedPanels(device.id);
  const level = bounds.toS - bounds.fromS <= MINUTES_UP_TO_S ? 'minute' : 'hour';
  const hints = useHints({ device, bounds }, level);
  const item = (content: ReactNode, label: string, hint: string | undefined, act: () => void) => (
    <DropdownItem icon={content} onClick={act}>
      {label}
      {hint && <small className="block text-xs text-dim">{hint}</small>}
    </DropdownItem>
  );
  const period = dateTimeRange(new Date(bounds.fromS * 1000), new Date(bounds.toS * 1000), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <>
      <DropdownLabel>{t('about', { name: device.name, count: panels.length })}</DropdownLabel>
      {item(<IconTable {...icon} />, t('csv'), hints.csv, () => onFile('historyCsv', level))}
      {item(<IconFileTypeCsv {...icon} />, t('raw'), hints.raw, () => onFile('historyCsv', 'raw'))}
      {item(<IconBraces {...icon} />, t('ndjson'), hints.ndjson, () => onFile('historyNdjson', 'raw'))}
      <DropdownLine />
      {item(<IconPhoto {...icon} />, t('picture'), undefined, () => onPicture(period))}
    </>
  );
}

/** R4.13: the values as files and the graphs as a picture; each file says its rows and separators beforehand. */
export function ExportMenu({ device, bounds, onPicture }: Props) {
  const t = useTranslations('graphs.export');
  const { number } = useFormatter();
  const { progress, start } = useDownload();
  const zone = useDisplayTimeZone();

  const metrics = useOfferedPanels(device.id).flatMap(({ metric }) =>
    metric === 'flow' ? [metric, 'flow_error'] : [metric],
  );
  const load = (kind: Kind, level: HistoryLevel) => {
    const query = { from: bounds.fromS, to: bounds.toS, metrics, level, zone };
    const ending = kind === 'historyCsv' ? 'csv' : 'ndjson';
    void start(address(historyCalls[kind], { id: device.id }, query), `${device.id}-${level}.${ending}`);
  };
  if (progress) {
    return (
      <span className="flex items-center gap-2 text-md text-dim" role="status">
        {t('running', { size: number(progress.bytes / 1e6, { maximumFractionDigits: 1 }) })}
        <IconButton look="framed" label={t('cancel')} onClick={progress.cancel}>
          <IconX {...icon} />
        </IconButton>
      </span>
    );
  }
  const opener = (
    <Button variant="default" size="tool" icon={<IconDownload {...icon} />}>
      {t('title')}
    </Button>
  );
  return (
    <Dropdown opener={opener} width="20rem">
      {(close) => (
        <ExportItems
          device={device}
          bounds={bounds}
          onFile={(kind, level) => {
            close();
            load(kind, level);
          }}
          onPicture={(period) => {
            close();
            void onPicture(period);
          }}
        />
      )}
    </Dropdown>
  );
}
