import { Button } from '@mantine/core';
import { IconBulb, IconBulbOff, IconCamera, IconCameraOff, IconQrcode } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { FormNotice } from '../../../ui/form-notice.tsx';
import classes from './qr-scan.module.css';
import { useQrCamera } from './use-qr-camera.ts';

interface Props {
  onStart: () => void;
  onTexts: (texts: string[]) => boolean;
  /** Rendered beside the button while the camera is off. */
  children: ReactNode;
}

/** R4.1: the camera is on only between start and stop. */
export function QrCamera({ onStart, onTexts, children }: Props) {
  const t = useTranslations('addDevice');
  const video = useRef<HTMLVideoElement>(null);
  const { phase, isTorchOn, start, stop, toggleTorch } = useQrCamera(video, onTexts);
  const isOff = phase.name === 'off' || phase.name === 'failed';
  const begin = () => {
    onStart();
    start();
  };
  return (
    <>
      {phase.name === 'failed' && <FormNotice kind="problem">{t(`scanProblem.${phase.problem}`)}</FormNotice>}
      <div className={classes.view} data-on={!isOff || undefined}>
        <video
          ref={video}
          className={classes.video}
          muted
          playsInline
          aria-label={t('cameraPicture')}
          hidden={isOff}
        />
        {isOff ? (
          <IconQrcode className={classes.mark} size={44} stroke={1.3} aria-hidden />
        ) : (
          <>
            <span className={classes.frame} aria-hidden />
            <p className={classes.aim} role="status">
              {t(phase.name === 'on' ? 'aim' : 'starting')}
            </p>
          </>
        )}
      </div>
      <div className={classes.buttons}>
        {isOff ? (
          <>
            <Button
              onClick={begin}
              variant="light"
              leftSection={<IconCamera size={18} stroke={1.7} aria-hidden />}
            >
              {t('scan')}
            </Button>
            {children}
          </>
        ) : (
          <Button
            onClick={stop}
            variant="default"
            leftSection={<IconCameraOff size={18} stroke={1.7} aria-hidden />}
          >
            {t('stop')}
          </Button>
        )}
        {phase.name === 'on' && phase.hasTorch && (
          <Button
            onClick={toggleTorch}
            variant="default"
            aria-pressed={isTorchOn}
            leftSection={
              isTorchOn ? (
                <IconBulbOff size={18} stroke={1.7} aria-hidden />
              ) : (
                <IconBulb size={18} stroke={1.7} aria-hidden />
              )
            }
          >
            {t('light')}
          </Button>
        )}
      </div>
    </>
  );
}
