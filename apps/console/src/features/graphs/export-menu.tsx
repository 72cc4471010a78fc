import { historyCalls } from '@manoboard/contract/http/calls/history';
import type { HistoryLevel } from '@manoboard/contract/nouns/history';
import { IconBraces, IconDownload, IconFileTypeCsv, IconPhoto, IconTable, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useDevice } from '../../device/use-device.ts';
import { address } from '../../lib/http.ts';
import { HttpProblem } from '../../lib/http-problem.ts';
import { toast } from '../../lib/toast.ts';
import { Dropdown, DropdownItem, DropdownLabel, DropdownLine } from '../../ui/dropdown.tsx';
import tool from '../../ui/tool-button.module.css';
import { METRICS, PANELS } from './panels.ts';
import classes from './toolbar.module.css';
import type { Bounds } from './view.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
/** Up to two days have a row a minute, longer ranges a row an hour. */
const MINUTES_UP_TO_S = 2 * 86_400;
const LEVEL_S = { minute: 60, hour: 3600 };
/** R4.4: of a board whose interval is not known. */
const USUAL_S = { running: 5, asleep: 30 };

/** Two digits are enough for an estimate. */
function roundTo(count: number, round: (value: number) => number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return round(count / unit) * unit;
}

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
  const [progress, setProgress] = useState<Progress>();
  async function start(href: string, fileName: string) {
    const controller = new AbortController();
    const show = (bytes: number) => setProgress({ bytes, cancel: () => controller.abort() });
    show(0);
    try {
      const { download } = await import('../../lib/download.ts');
      await download(href, fileName, { onBytes: show, signal: controller.signal });
      void toast(t('graphs.export.done', { file: fileName }));
    } catch (error) {
      const code = error instanceof HttpProblem ? error.code : 'UNKNOWN';
      if (!controller.signal.aborted) void toast(t(`problem.${code}`), { kind: 'warning' });
    }
    setProgress(undefined);
  }
  return { progress, start };
}

/** R4.13: the values as files and the graphs as a picture; each file says its rows and separators beforehand. */
export function ExportMenu({ device, bounds, onPicture }: Props) {
  const t = useTranslations('graphs.export');
  const { number, dateTimeRange } = useFormatter();
  const { progress, start } = useDownload();
  const everyS = useDevice(device.id, ({ last }) => last?.every_s) ?? USUAL_S;
  const lengthS = bounds.toS - bounds.fromS;
  const level = lengthS <= MINUTES_UP_TO_S ? 'minute' : 'hour';
  const upTo = (count: number) => number(roundTo(count, Math.ceil));
  const range = {
    least: number(roundTo(lengthS / everyS.asleep, Math.floor)),
    most: upTo(lengthS / everyS.running),
  };

  const load = (kind: 'historyCsv' | 'historyNdjson', wanted: HistoryLevel) => {
    const metrics = METRICS.filter((metric) => metric !== 'required_pressure');
    const query = { from: bounds.fromS, to: bounds.toS, metrics, level: wanted };
    const ending = kind === 'historyCsv' ? 'csv' : 'ndjson';
    void start(address(historyCalls[kind], { id: device.id }, query), `${device.id}-${wanted}.${ending}`);
  };
  if (progress) {
    return (
      <span className={classes.progress} role="status">
        {t('running', { size: number(progress.bytes / 1e6, { maximumFractionDigits: 1 }) })}
        <button type="button" className={classes.tool} aria-label={t('cancel')} onClick={progress.cancel}>
          <IconX {...icon} />
        </button>
      </span>
    );
  }
  const opener = (
    <>
      <IconDownload {...icon} />
      {t('title')}
    </>
  );
  return (
    <Dropdown opener={opener} openerClass={tool.button} width="20rem">
      {(close) => {
        const item = (content: ReactNode, label: string, hint: string | undefined, act: () => void) => (
          <DropdownItem
            icon={content}
            onClick={() => {
              close();
              act();
            }}
          >
            {label}
            {hint && <small className={classes.itemHint}>{hint}</small>}
          </DropdownItem>
        );
        const period = dateTimeRange(new Date(bounds.fromS * 1000), new Date(bounds.toS * 1000), {
          ...{ dateStyle: 'medium', timeStyle: 'short' },
        });
        const rows = upTo(lengthS / LEVEL_S[level]);
        return (
          <>
            <DropdownLabel>{t('about', { name: device.name, count: PANELS.length })}</DropdownLabel>
            {item(<IconTable {...icon} />, t('csv'), t(`csvHint.${level}`, { rows }), () =>
              load('historyCsv', level),
            )}
            {item(<IconFileTypeCsv {...icon} />, t('raw'), t('rawHint', range), () =>
              load('historyCsv', 'raw'),
            )}
            {item(<IconBraces {...icon} />, t('ndjson'), t('ndjsonHint', range), () =>
              load('historyNdjson', 'raw'),
            )}
            <DropdownLine />
            {item(<IconPhoto {...icon} />, t('picture'), undefined, () => void onPicture(period))}
          </>
        );
      }}
    </Dropdown>
  );
}
