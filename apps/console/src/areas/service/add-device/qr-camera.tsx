import { IconBulb, IconBulbOff, IconCamera, IconCameraOff, IconQrcode } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
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
      <div
        className="grid place-items-center relative overflow-hidden rounded-md min-h-26 data-on:aspect-[4/3] data-on:max-h-[60dvh] data-on:bg-[#05080b]"
        data-on={!isOff || undefined}
      >
        <video
          ref={video}
          className="size-full absolute inset-0 object-cover"
          muted
          playsInline
          aria-label={t('cameraPicture')}
          hidden={isOff}
        />
        {isOff ? (
          <IconQrcode className="text-off" size={44} stroke={1.3} aria-hidden />
        ) : (
          <>
            <span
              className="relative rounded-lg w-[min(50%,15rem)] mb-8 aspect-square border-3 border-[rgb(255_255_255/85%)] shadow-[0_0_0_100vmax_rgb(0_0_0/32%)]"
              aria-hidden
            />
            <p
              className="text-md absolute rounded-md text-center px-2.5 py-2 inset-x-2.5 bottom-2.5 bg-[rgb(5_8_11/78%)] text-white"
              role="status"
            >
              {t(phase.name === 'on' ? 'aim' : 'starting')}
            </p>
          </>
        )}
      </div>
      <div className="flex flex-wrap gap-2 *:min-h-11 *:min-w-max *:flex-auto">
        {isOff ? (
          <>
            <Button onClick={begin} variant="light" icon={<IconCamera size={18} stroke={1.7} aria-hidden />}>
              {t('scan')}
            </Button>
            {children}
          </>
        ) : (
          <Button
            onClick={stop}
            variant="default"
            icon={<IconCameraOff size={18} stroke={1.7} aria-hidden />}
          >
            {t('stop')}
          </Button>
        )}
        {phase.name === 'on' && phase.hasTorch && (
          <Button
            onClick={toggleTorch}
            variant="default"
            aria-pressed={isTorchOn}
            icon={
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
