import { MAX_RELEASE_BYTES } from '@manoboard/contract/firmware/firmware-release';
import { IconFileZip, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { releasesQuery } from './api.ts';
import { lineClass, quietClass } from './fleet-firmware-classes.ts';
import { chooseFile, clearUpload, sendChosen, type Upload, useUpload } from './upload-store.ts';

const MEGABYTE = 1_000_000;

function useMegabytes() {
  const { number } = useFormatter();
  return (bytes: number) => number(bytes / MEGABYTE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** R4.14: choose or drop a signed release, check it, upload it with its progress. */
export function UploadCard() {
  const t = useTranslations('fleetFirmware.upload');
  const upload = useUpload();
  const megabytes = useMegabytes();
  const client = useQueryClient();
  const send = async () => {
    await sendChosen();
    // After a lost answer too: the list shows whether the server has stored it.
    await client.invalidateQueries({ queryKey: releasesQuery.queryKey });
  };
  useLeaveWarning(upload.step === 'sending');
  return (
    <Card aria-labelledby="firmware-upload">
      <SectionHead
        id="firmware-upload"
        title={t('title')}
        hint={t('hint', { mb: megabytes(MAX_RELEASE_BYTES) })}
      />
      {upload.step === 'sending' ? (
        <Sending upload={upload} />
      ) : (
        <>
          <Outcome upload={upload} />
          <DropZone upload={upload} />
          {upload.step === 'chosen' && (
            <div className="flex flex-wrap gap-2.5 mt-3.5">
              <Button onClick={send}>{t('send', { version: upload.manifest.version })}</Button>
              <Button variant="default" onClick={clearUpload}>
                {t('clear')}
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  );
}

/** Closing the tab would cancel the upload. */
function useLeaveWarning(isSending: boolean) {
  useEffect(() => {
    if (!isSending) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isSending]);
}

function Sending({ upload: { file, manifest, sentBytes, cancel } }: { upload: Step<'sending'> }) {
  const t = useTranslations('fleetFirmware.upload');
  const megabytes = useMegabytes();
  const isSent = sentBytes >= file.size;
  const percent = Math.floor((100 * Math.min(sentBytes, file.size)) / file.size);
  return (
    <>
      <p className="font-semibold mb-2.5">{t('release', { version: manifest.version, hw: manifest.hw })}</p>
      <ProgressBar label={t('progress')} percent={percent} />
      <p className={lineClass}>
        <span role="status">{isSent ? t('checking') : t('sending')}</span>
        <span className="tabular-nums tracking-tight">
          {t('sent', {
            done: megabytes(Math.min(sentBytes, file.size)),
            total: megabytes(file.size),
            percent,
          })}
        </span>
      </p>
      <Button variant="default" onClick={cancel} disabled={isSent}>
        {t('cancel')}
      </Button>
    </>
  );
}

type Step<S extends Upload['step']> = Extract<Upload, { step: S }>;

function Outcome({ upload }: { upload: Upload }) {
  const t = useTranslations('fleetFirmware.upload');
  const words = useTranslations('problem');
  const megabytes = useMegabytes();
  if (upload.step === 'done') {
    const { version, hw } = upload.release;
    return (
      <div className="mb-3.5">
        <FormNotice kind="success">{t('done', { version, hw })}</FormNotice>
      </div>
    );
  }
  if (upload.step === 'refused') {
    const { problem, file } = upload;
    const size = { size: megabytes(file.size), max: megabytes(MAX_RELEASE_BYTES) };
    return (
      <Validation>
        {problem === 'too_large' && t('tooLarge', size)}
        {problem === 'unreadable' && t('unreadable')}
        {(problem === 'FILE_TYPE_INCORRECT' || problem === 'FIRMWARE_DAMAGED') && words(problem)}
      </Validation>
    );
  }
  if (upload.step !== 'chosen' || !upload.problem) return null;
  const { code, isUncertain } = upload.problem;
  if (code === 'FILE_TYPE_INCORRECT') return <Validation>{words(code)}</Validation>;
  return (
    <div className="mb-3.5">
      <FormNotice kind="problem">
        {t(isUncertain ? 'uncertain' : 'failed')} {code === 'cancelled' ? t('cancelled') : words(code)}{' '}
        {t('kept')}
      </FormNotice>
    </div>
  );
}

/** R4.14: the title and the text of the spec. */
function Validation({ children }: { children: ReactNode }) {
  const t = useTranslations('fleetFirmware.upload');
  return (
    <div className="mb-3.5">
      <h3 className="text-lg font-semibold mb-1.5">{t('validation')}</h3>
      <FormNotice kind="problem">{children}</FormNotice>
    </div>
  );
}

function DropZone({ upload }: { upload: Exclude<Upload, Step<'sending'>> }) {
  const t = useTranslations('fleetFirmware.upload');
  const megabytes = useMegabytes();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) void chooseFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const { file } = 'file' in upload ? upload : { file: undefined };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the button
    <div
      className="flex items-center flex-wrap rounded-lg bg-inset gap-y-3 gap-x-4 p-4 border-[1.5px] border-dashed border-line-strong [&>svg]:flex-none [&>svg]:text-dim data-over:border-accent"
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {file ? (
        <IconFileZip size={26} stroke={1.6} aria-hidden />
      ) : (
        <IconUpload size={26} stroke={1.6} aria-hidden />
      )}
      <div className="grid gap-0.5 text-md min-w-0 wrap-anywhere flex-[1_1_11rem]">
        {file ? (
          <>
            <strong>{file.name}</strong>
            <span className={quietClass}>
              {upload.step === 'chosen' &&
                `${t('release', { version: upload.manifest.version, hw: upload.manifest.hw })} · `}
              <span className="tabular-nums tracking-tight">
                {t('megabytes', { n: megabytes(file.size) })}
              </span>
            </span>
          </>
        ) : (
          <span>{t('drop')}</span>
        )}
      </div>
      <input
        ref={input}
        className="sr-only"
        type="file"
        accept=".mnbfw"
        tabIndex={-1}
        aria-label={t('choose')}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file can be chosen again after a change.
          event.currentTarget.value = '';
        }}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        {t(file ? 'other' : 'choose')}
      </Button>
    </div>
  );
}
