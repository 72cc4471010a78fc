import { IconPhoto } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { type DeviceLabel, findLabel } from './device-label.ts';
import { type FileProblem, readFile } from './qr/read-file.ts';
import { QrCamera } from './qr-camera.tsx';

type ScanProblem = FileProblem | 'none' | 'foreign';

/** R4.1: scans the label of a board with the camera or from an image file. */
export function QrScan({ onLabel }: { onLabel: (label: DeviceLabel) => void }) {
  const t = useTranslations('addDevice');
  const [problem, setProblem] = useState<ScanProblem>();
  const [isReading, setIsReading] = useState(false);
  const [isDragOver, setIsDragOver] = useState(false);

  /** Returns true for a device label. A foreign code shows a notice and scanning continues. */
  function acceptTexts(texts: string[]): boolean {
    const label = findLabel(texts);
    if (label) onLabel(label);
    if (label || texts.length > 0) setProblem(label ? undefined : 'foreign');
    return label !== undefined;
  }

  async function scanFile(file: Blob | undefined) {
    if (!file || isReading) return;
    setProblem(undefined);
    setIsReading(true);
    const read = await readFile(file);
    setIsReading(false);
    if ('problem' in read) setProblem(read.problem);
    else if (read.texts.length === 0) setProblem('none');
    else acceptTexts(read.texts);
  }

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    void scanFile(event.dataTransfer.files[0]);
  };
  return (
    <section
      className="grid gap-3 rounded-lg bg-inset p-3 border border-dashed border-line-strong data-over:border-accent"
      aria-label={t('scan')}
      data-over={isDragOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDragOver(true);
      }}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={onDrop}
    >
      {problem && <FormNotice kind="problem">{t(`scanProblem.${problem}`)}</FormNotice>}
      <QrCamera onStart={() => setProblem(undefined)} onTexts={acceptTexts}>
        <label
          className="inline-flex items-center gap-2.5 text-md font-semibold rounded-md bg-card border border-line-strong cursor-pointer justify-center px-4 hover:bg-inset focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2 data-busy:text-dim data-busy:cursor-default"
          data-busy={isReading || undefined}
        >
          <IconPhoto size={18} stroke={1.7} aria-hidden />
          {t(isReading ? 'reading' : 'picture')}
          <input
            type="file"
            accept="image/*"
            className="sr-only"
            disabled={isReading}
            onChange={({ currentTarget }) => {
              void scanFile(currentTarget.files?.[0]);
              // Allows the user to choose the same file again.
              currentTarget.value = '';
            }}
          />
        </label>
      </QrCamera>
      <p className="text-sm text-dim text-center leading-normal">
        {t('scanHint')} <span className="[@media(hover:none)]:hidden">{t('dropHint')}</span>
      </p>
    </section>
  );
}
