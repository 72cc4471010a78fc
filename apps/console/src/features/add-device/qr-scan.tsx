import { IconPhoto } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormNotice } from '../../ui/form-notice.tsx';
import { type FileProblem, readFile } from './qr/read-file.ts';
import { QrCamera } from './qr-camera.tsx';
import classes from './qr-scan.module.css';
import { findLabel, type Scanned } from './scanned.ts';

type Trouble = FileProblem | 'none' | 'foreign';

/** R4.1: the label of a board, by the camera or from a picture. */
export function QrScan({ onLabel }: { onLabel: (label: Scanned) => void }) {
  const t = useTranslations('addDevice');
  const [trouble, setTrouble] = useState<Trouble>();
  const [isReading, setIsReading] = useState(false);
  const [isOver, setIsOver] = useState(false);

  /** Is our label among them? A code of somebody else is said, and looking goes on. */
  function take(texts: string[]): boolean {
    const label = findLabel(texts);
    if (label) onLabel(label);
    if (label || texts.length > 0) setTrouble(label ? undefined : 'foreign');
    return label !== undefined;
  }

  async function takeFile(file: Blob | undefined) {
    if (!file || isReading) return;
    setTrouble(undefined);
    setIsReading(true);
    const read = await readFile(file);
    setIsReading(false);
    if ('problem' in read) setTrouble(read.problem);
    else if (read.texts.length === 0) setTrouble('none');
    else take(read.texts);
  }

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void takeFile(event.dataTransfer.files[0]);
  };
  return (
    <section
      className={classes.scan}
      aria-label={t('scan')}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      {trouble && <FormNotice kind="problem">{t(`scanProblem.${trouble}`)}</FormNotice>}
      <QrCamera onStart={() => setTrouble(undefined)} onTexts={take}>
        <label className={classes.file} data-busy={isReading || undefined}>
          <IconPhoto size={18} stroke={1.7} aria-hidden />
          {t(isReading ? 'reading' : 'picture')}
          <input
            type="file"
            accept="image/*"
            className="vh"
            disabled={isReading}
            onChange={({ currentTarget }) => {
              void takeFile(currentTarget.files?.[0]);
              // The same picture may be chosen again.
              currentTarget.value = '';
            }}
          />
        </label>
      </QrCamera>
      <p className={classes.hint}>
        {t('scanHint')} <span className={classes.drop}>{t('dropHint')}</span>
      </p>
    </section>
  );
}
