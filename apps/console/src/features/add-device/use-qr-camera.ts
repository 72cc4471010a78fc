import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Camera, type CameraProblem, openCamera } from './camera.ts';
import { openQrReader } from './qr/qr-reader.ts';

type Phase =
  | { name: 'off' }
  | { name: 'starting' }
  | { name: 'on'; hasTorch: boolean }
  | { name: 'failed'; problem: CameraProblem | 'readerFailed' };

/** A new frame, or the next moment in browsers that do not tell of frames; a camera that was let go of has none. */
const nextFrame = (video: HTMLVideoElement, signal: AbortSignal) =>
  new Promise<void>((done) => {
    signal.addEventListener('abort', () => done(), { once: true });
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(() => done());
    else requestAnimationFrame(() => done());
  });

interface ScanOptions {
  signal: AbortSignal;
  video: HTMLVideoElement;
  onOpened: (camera: Camera) => void;
  onProblem: (problem: CameraProblem | 'readerFailed') => void;
  /** Says whether it is satisfied; until then frames go on coming. */
  onTexts: (texts: string[]) => boolean;
}

/** From the first frame to the one that satisfies, or until the signal; the camera is let go of in any case. */
async function scanFrames({ signal, video, onOpened, onProblem, onTexts }: ScanOptions) {
  const opening = openQrReader().catch(() => undefined);
  const camera = await openCamera();
  const reader = await opening;
  try {
    if ('problem' in camera) return onProblem(camera.problem);
    if (!reader) return onProblem('readerFailed');
    if (signal.aborted) return;
    camera.onEnded(() => onProblem('busy'));
    video.srcObject = camera.stream;
    onOpened(camera);
    // A stop on the way rejects it, and the loop below ends by itself.
    await video.play().catch(() => undefined);
    let isFound = false;
    while (!signal.aborted && !isFound) {
      await nextFrame(video, signal);
      if (!signal.aborted) isFound = onTexts(await reader.read(video));
    }
  } catch {
    if (!signal.aborted) onProblem('readerFailed');
  } finally {
    reader?.close();
    if ('close' in camera) {
      camera.close();
      // Started again meanwhile, it shows another one.
      if (video.srcObject === camera.stream) video.srcObject = null;
    }
  }
}

/** The camera as long as it is wanted: found, stopped, hidden or left, it goes dark. */
export function useQrCamera(
  video: RefObject<HTMLVideoElement | null>,
  onTexts: (texts: string[]) => boolean,
) {
  const [phase, setPhase] = useState<Phase>({ name: 'off' });
  const [isTorchOn, setIsTorchOn] = useState(false);
  const setTorch = useRef<Camera['setTorch']>(undefined);
  const running = useRef<AbortController>(undefined);

  const end = useCallback((next: Phase) => {
    running.current?.abort();
    running.current = undefined;
    setIsTorchOn(false);
    setPhase(next);
  }, []);
  const stop = () => end({ name: 'off' });

  function start() {
    if (!video.current || running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setPhase({ name: 'starting' });
    void scanFrames({
      signal: controller.signal,
      video: video.current,
      onOpened: (camera) => {
        setTorch.current = camera.setTorch;
        setPhase({ name: 'on', hasTorch: camera.setTorch !== undefined });
      },
      onProblem: (problem) => {
        if (!controller.signal.aborted) end({ name: 'failed', problem });
      },
      onTexts: (texts) => {
        if (controller.signal.aborted || !onTexts(texts)) return false;
        stop();
        return true;
      },
    });
  }

  useEffect(() => {
    const onHidden = () => {
      if (document.hidden && running.current) end({ name: 'off' });
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      running.current?.abort();
    };
  }, [end]);

  const toggleTorch = async () => {
    await setTorch.current?.(!isTorchOn).then(
      () => setIsTorchOn(!isTorchOn),
      () => setIsTorchOn(false),
    );
  };
  return { phase, isTorchOn, start, stop, toggleTorch };
}
